//! Compressed bodies.

use std::{borrow::Cow, io::Read};

use flate2::read::{MultiGzDecoder, ZlibDecoder};

use crate::budget::{Full, Held};

/// The highest ratio of inflated to compressed length, beyond the first megabyte: repetitive JSON and prose reaches at
/// most half of it; deflate can reach a thousand.
const RATIO: usize = 64;
const FREE: usize = 1 << 20;
/// Bytes inflated per step.
const PIECE: usize = 64 << 10;

/// Why a body cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// Its encoding is not supported.
    Encoding,
    /// It does not match its declared encoding, or is not UTF-8.
    Broken,
    /// Inflated, it is longer than the limit on bodies.
    TooLong,
    /// Its compression ratio is too high.
    Bomb,
    /// The budget has no room for the inflated body.
    Full,
}

impl Unreadable {
    /// The reason, as a clause about the body.
    pub(crate) fn reason(self) -> &'static str {
        match self {
            Unreadable::Encoding => "its content-encoding is not gzip or deflate",
            Unreadable::Broken => "it does not match its content-encoding, or is not UTF-8",
            Unreadable::TooLong => "inflated, it is longer than --max-body",
            Unreadable::Bomb => "it is too highly compressed",
            Unreadable::Full => "not enough memory to inflate it (--max-memory)",
        }
    }
}

/// Decodes a body by its `content-encoding` into a text of at most `longest` bytes; inflated bytes are reserved in
/// `held`.
pub(crate) fn text<'b>(
    body: &'b [u8],
    encoding: Option<&str>,
    longest: usize,
    held: &mut Held,
) -> Result<Cow<'b, str>, Unreadable> {
    let encoding = encoding.map_or("identity".to_owned(), |encoding| encoding.trim().to_ascii_lowercase());
    let plain = match encoding.as_str() {
        "identity" | "" => return std::str::from_utf8(body).map(Cow::Borrowed).map_err(|_| Unreadable::Broken),
        "gzip" | "x-gzip" => inflated(MultiGzDecoder::new(body), body.len(), longest, held)?,
        "deflate" => inflated(ZlibDecoder::new(body), body.len(), longest, held)?,
        _ => return Err(Unreadable::Encoding),
    };
    String::from_utf8(plain).map(Cow::Owned).map_err(|_| Unreadable::Broken)
}

fn inflated(mut from: impl Read, deflated: usize, longest: usize, held: &mut Held) -> Result<Vec<u8>, Unreadable> {
    let most = deflated.saturating_mul(RATIO).max(FREE);
    let mut plain = Vec::new();
    loop {
        let before = plain.len();
        let piece = from.by_ref().take(PIECE as u64).read_to_end(&mut plain);
        held.more(plain.len() - before).map_err(|Full| Unreadable::Full)?;
        match piece {
            Err(_) => return Err(Unreadable::Broken),
            Ok(_) if plain.len() > longest => return Err(Unreadable::TooLong),
            Ok(_) if plain.len() > most => return Err(Unreadable::Bomb),
            Ok(0) => return Ok(plain),
            Ok(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{
        Compression,
        write::{GzEncoder, ZlibEncoder},
    };

    use super::{FREE, RATIO, Unreadable};
    use crate::budget::Budget;

    fn gzip(plain: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(plain).and_then(|()| encoder.finish()).expect("a list takes all bytes")
    }

    fn text(body: &[u8], encoding: Option<&str>, longest: usize) -> Result<String, Unreadable> {
        let mut held = Budget::new(64 << 20).part();
        super::text(body, encoding, longest, &mut held).map(Into::into)
    }

    #[test]
    fn what_is_compressed_is_read() {
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
        zlib.write_all(b"{}").expect("a list takes all bytes");
        let zlib = zlib.finish().expect("a list takes all bytes");
        assert_eq!(text(b"{}", None, 9).as_deref(), Ok("{}"));
        assert_eq!(text(&gzip(b"{}"), Some("GZIP "), 9).as_deref(), Ok("{}"));
        assert_eq!(text(&zlib, Some("deflate"), 9).as_deref(), Ok("{}"));
        assert_eq!(text(b"{}", Some("br"), 9), Err(Unreadable::Encoding));
        assert_eq!(text(b"{}", Some("gzip"), 9), Err(Unreadable::Broken));
        assert_eq!(text(b"\xff", None, 9), Err(Unreadable::Broken));
    }

    #[test]
    fn a_small_body_that_grows_without_end_is_left() {
        let spaces = |bytes| gzip(&vec![b' '; bytes]);
        assert_eq!(text(&spaces(1 << 20), Some("gzip"), 1 << 10), Err(Unreadable::TooLong));
        assert_eq!(text(&spaces(FREE), Some("gzip"), 1 << 30).map(|text| text.len()), Ok(FREE));
        assert_eq!(text(&spaces(FREE + 1), Some("gzip"), 1 << 30), Err(Unreadable::Bomb));
        // The ratio counts all members of a gzip file together.
        assert_eq!(text(&spaces(1 << 15).repeat(64), Some("gzip"), 1 << 30), Err(Unreadable::Bomb));
        let random: Vec<u8> =
            (0..FREE as u32 / 8).flat_map(|n| n.wrapping_mul(0x9E37_79B9).to_le_bytes()).map(|b| b & 0x7f).collect();
        let inflated = random.repeat(4);
        assert!(inflated.len() / gzip(&inflated).len() < RATIO);
        assert_eq!(text(&gzip(&inflated), Some("gzip"), 1 << 30).map(|text| text.len()), Ok(inflated.len()));
    }

    #[test]
    fn what_is_inflated_needs_room() {
        let (budget, body) = (Budget::new(1 << 20), gzip(&vec![b' '; 1 << 20]));
        assert_eq!(super::text(&body, Some("gzip"), 1 << 30, &mut budget.part()), Err(Unreadable::Full));
        let (mut held, body) = (budget.part(), gzip(&vec![b' '; 1 << 18]));
        assert!(super::text(&body, Some("gzip"), 1 << 30, &mut held).is_ok());
        assert_eq!(
            (budget.part().more(1 << 18), budget.part().more((1 << 20) - (1 << 18) + 1).is_err()),
            (Ok(()), true)
        );
    }
}
