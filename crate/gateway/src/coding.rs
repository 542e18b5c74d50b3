//! Bodies that came compressed.

use std::{
    borrow::Cow,
    io::{self, Read},
};

use flate2::read::{MultiGzDecoder, ZlibDecoder};

/// Why a body cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// It is compressed in a way that is not known here.
    Encoding,
    /// It is not what its encoding says, or no UTF-8.
    Broken,
    /// It is longer than bodies may be.
    TooLong,
}

/// The text of a body, of at most so many bytes, that has a `content-encoding`.
pub(crate) fn text<'b>(body: &'b [u8], encoding: Option<&str>, longest: usize) -> Result<Cow<'b, str>, Unreadable> {
    let encoding = encoding.map_or("identity".to_owned(), |encoding| encoding.trim().to_ascii_lowercase());
    let plain = match encoding.as_str() {
        "identity" | "" => return std::str::from_utf8(body).map(Cow::Borrowed).map_err(|_| Unreadable::Broken),
        "gzip" | "x-gzip" => inflated(MultiGzDecoder::new(body), longest)?,
        "deflate" => inflated(ZlibDecoder::new(body), longest)?,
        _ => return Err(Unreadable::Encoding),
    };
    String::from_utf8(plain).map(Cow::Owned).map_err(|_| Unreadable::Broken)
}

fn inflated(from: impl Read, longest: usize) -> Result<Vec<u8>, Unreadable> {
    let mut plain = Vec::new();
    let read: io::Result<usize> = from.take(longest as u64 + 1).read_to_end(&mut plain);
    match read {
        Err(_) => Err(Unreadable::Broken),
        Ok(bytes) if bytes > longest => Err(Unreadable::TooLong),
        Ok(_) => Ok(plain),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{
        Compression,
        write::{GzEncoder, ZlibEncoder},
    };

    use super::{Unreadable, text};

    fn gzip(plain: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(plain).and_then(|()| encoder.finish()).expect("a list takes all bytes")
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
        assert_eq!(text(&gzip(&vec![b' '; 1 << 20]), Some("gzip"), 1 << 10), Err(Unreadable::TooLong));
    }
}
