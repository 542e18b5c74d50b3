//! One message per line, as over standard input and output.

use bytes::{Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt};

use super::{BYTE_ORDER_MARK, Excerpt, Frame};

/// How many bytes are kept of either end of a line that is too long.
const KEPT: usize = 4 << 10;

/// Reads lines of a bounded length. Accepts `\r\n`, a byte order mark, blank lines, and a last line without a line
/// break.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    read: BytesMut,
    /// How many bytes of `read` are known to contain no line break.
    searched: usize,
    longest: usize,
    /// The start of the current line, if it is too long and skipped.
    skips: Option<Bytes>,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    /// A reader of lines of at most `longest` bytes.
    pub fn new(reader: R, longest: usize) -> Lines<R> {
        Lines { reader, read: BytesMut::new(), searched: 0, longest, skips: None }
    }

    /// The next line that is not blank; `None` at the end. Nothing is lost if the future is dropped before it
    /// completes.
    ///
    /// # Errors
    ///
    /// The errors of the reader.
    pub async fn next(&mut self) -> std::io::Result<Option<Frame>> {
        loop {
            while let Some(at) = self.read[self.searched..].iter().position(|byte| *byte == b'\n') {
                let line = self.read.split_to(self.searched + at + 1).freeze();
                self.searched = 0;
                if let Some(frame) = self.frame(line) {
                    return Ok(Some(frame));
                }
            }
            self.searched = self.read.len();
            if self.searched > self.longest && self.skips.is_none() {
                self.skips = Some(Bytes::copy_from_slice(start(&self.read)));
            }
            if self.skips.is_some() && self.searched > 2 * KEPT {
                // A new buffer, as the old one has the size of the longest line.
                self.read = BytesMut::from(end(&self.read));
                self.searched = self.read.len();
            }
            if self.reader.read_buf(&mut self.read).await? == 0 {
                let rest = self.read.split().freeze();
                self.searched = 0;
                return Ok(self.frame(rest));
            }
        }
    }

    fn frame(&mut self, line: Bytes) -> Option<Frame> {
        let text = line.trim_ascii();
        let skipped = self.skips.take();
        if skipped.is_some() || line.len() > self.longest + 1 {
            let start = skipped.unwrap_or_else(|| Bytes::copy_from_slice(start(text)));
            return Some(Frame::TooLong(Excerpt { start, end: Bytes::copy_from_slice(end(text)) }));
        }
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        (!text.is_empty()).then(|| Frame::Whole(line.slice_ref(text)))
    }
}

fn start(text: &[u8]) -> &[u8] {
    &text[..text.len().min(KEPT)]
}

fn end(text: &[u8]) -> &[u8] {
    &text[text.len().saturating_sub(KEPT)..]
}

#[cfg(test)]
mod tests {
    use tokio_test::io::Builder;

    use super::*;

    async fn frames(text: impl AsyncRead + Unpin, longest: usize) -> Vec<Frame> {
        let mut lines = Lines::new(text, longest);
        let mut all = Vec::new();
        while let Some(frame) = lines.next().await.expect("memory is read") {
            all.push(frame);
        }
        all
    }

    fn whole(text: &'static str) -> Frame {
        Frame::Whole(Bytes::from_static(text.as_bytes()))
    }

    const TEXT: &str = "\u{feff}{\"a\":1}\r\n\n  \n{\"b\":\"\u{2028}\"}\n[1]";

    #[tokio::test]
    async fn lines_end_in_many_ways() {
        let want = [whole("{\"a\":1}"), whole("{\"b\":\"\u{2028}\"}"), whole("[1]")];
        assert_eq!(frames(TEXT.as_bytes(), 100).await, want);
    }

    #[tokio::test]
    async fn they_are_the_same_wherever_the_stream_is_cut() {
        let want = frames(TEXT.as_bytes(), 12).await;
        for size in 1..TEXT.len() {
            let pieces = TEXT.as_bytes().chunks(size).fold(Builder::new(), |mut pieces, piece| {
                pieces.read(piece);
                pieces
            });
            assert_eq!(frames({ pieces }.build(), 12).await, want, "pieces of {size}");
        }
    }

    #[tokio::test]
    async fn a_long_line_is_passed_over_and_the_next_is_read() {
        let text = format!("{}\n{}\n[2]\n<{}>", "x".repeat(10), "y".repeat(11), "z".repeat(100_000));
        let [ten, long, next, last] = frames(text.as_bytes(), 10).await.try_into().expect("four lines");
        assert_eq!((ten, next), (whole("xxxxxxxxxx"), whole("[2]")));
        let excerpt = |start: String, end: String| Frame::TooLong(Excerpt { start: start.into(), end: end.into() });
        assert_eq!(long, excerpt("y".repeat(11), "y".repeat(11)));
        let Frame::TooLong(Excerpt { start, end }) = last else { panic!("{last:?}") };
        assert!(start.starts_with(b"<zz") && end.ends_with(b"zz>"));
    }
}
