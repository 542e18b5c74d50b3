//! Bodies that came compressed.

use std::{borrow::Cow, io::Read};

use flate2::read::{MultiGzDecoder, ZlibDecoder};

use crate::budget::{Full, Held};

/// How many times its length a body may be inflated to, beyond a megabyte: JSON of tools and prose that repeats itself
/// has at most half of it; deflate could give a thousand times.
const RATIO: usize = 64;
const FREE: usize = 1 << 20;
/// Bytes that are inflated at a time.
const PIECE: usize = 64 << 10;

/// Why a body cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// It is compressed in a way that is not known here.
    Encoding,
    /// It is not what its encoding says, or no UTF-8.
    Broken,
    /// Inflated, it is longer than bodies may be.
    TooLong,
    /// It is inflated to more than its length can account for.
    Bomb,
    /// There is no room for what it is inflated to.
    Full,
}

/// The text of a body that has a `content-encoding`, of at most so many bytes, which are held if they are new.
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
        // Members of one file do not help.
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
