//! Seeded chance, and the scalars drawn with it.

use fastrand::Rng;
use serde_json::{Number, Value, json};

use super::pattern::Pattern;

/// How far beyond a lone bound numbers are drawn.
const REACH: f64 = 100.0;
/// How many characters or elements beyond the least are drawn.
const SLACK: u64 = 3;
const WORD: u64 = 8;
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-.";

/// Bounds of a number, inclusive.
#[derive(Clone, Copy, Default)]
pub struct Range {
    /// None: no lower bound.
    pub least: Option<f64>,
    /// None: no upper bound.
    pub most: Option<f64>,
}

/// Bounds of a length or count, inclusive.
#[derive(Clone, Copy, Default)]
pub struct Span {
    /// At least so many.
    pub least: u64,
    /// None: any number.
    pub most: Option<u64>,
}

/// A source of chance that gives the same values for the same seed.
pub struct Dice(Rng);

impl Dice {
    /// `stream` keeps draws for different ends apart.
    pub fn new(index: usize, stream: u64) -> Dice {
        Dice(Rng::with_seed((index as u64) << 8 | stream))
    }

    /// True once in so many times.
    pub fn one_in(&mut self, sides: u32) -> bool {
        self.0.u32(0..sides) == 0
    }

    /// One of some; none of none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        self.0.choice(from)
    }

    /// A number below an end, which is not zero.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.usize(0..end)
    }

    /// A length or count, few more than the least.
    pub fn count(&mut self, span: Span) -> u64 {
        let most = span.most.unwrap_or(u64::MAX).min(span.least.saturating_add(SLACK));
        self.0.u64(span.least..=most.max(span.least))
    }

    /// Simple text: mostly a word, now and then the shortest text allowed.
    pub fn text(&mut self, span: Span) -> String {
        let usual =
            Span { least: span.least.max(1), most: Some(span.most.unwrap_or(WORD).min(span.least.max(1) + WORD)) };
        let length = if self.one_in(20) { span.least } else { self.count(usual).min(span.most.unwrap_or(u64::MAX)) };
        (0..length).map(|_| char::from(LETTERS[self.below(LETTERS.len())])).collect()
    }

    /// A text that matches a pattern, within a length; none if the pattern cannot be read or met.
    pub fn matching(&mut self, pattern: &str, span: Span) -> Option<String> {
        let pattern = Pattern::read(pattern)?;
        let fits = |text: &String| {
            let length = text.chars().count() as u64;
            length >= span.least && span.most.is_none_or(|most| length <= most)
        };
        (0..20).map(|_| pattern.draw(self)).find(fits)
    }

    /// A time as RFC 3339 writes it.
    pub fn date_time(&mut self) -> String {
        let mut part = |from: u32, to: u32| self.0.u32(from..=to);
        let (year, month, day) = (part(1990, 2040), part(1, 12), part(1, 28));
        format!("{year}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", part(0, 23), part(0, 59), part(0, 59))
    }

    /// True or false.
    pub fn boolean(&mut self) -> Value {
        Value::Bool(self.0.bool())
    }

    /// A whole number; none if there is none between the bounds.
    pub fn integer(&mut self, range: Range) -> Option<Value> {
        let (least, most) = window(Range { least: range.least.map(f64::ceil), most: range.most.map(f64::floor) })?;
        let drawn = if let Some(bound) = self.bound(range) {
            bound
        } else {
            least + (self.0.f64() * (most - least + 1.0)).floor()
        };
        Some(whole(drawn.clamp(least, most)))
    }

    /// A real number; whole now and then.
    pub fn number(&mut self, range: Range) -> Option<Value> {
        let (least, most) = window(range)?;
        if let Some(bound) = self.bound(range) {
            return Number::from_f64(bound).map(Value::Number);
        }
        let drawn = least + self.0.f64() * (most - least);
        let steps = if self.one_in(4) { 1.0 } else { 100.0 };
        Number::from_f64(((drawn * steps).round() / steps).clamp(least, most)).map(Value::Number)
    }

    /// One of the bounds themselves, now and then.
    fn bound(&mut self, range: Range) -> Option<f64> {
        let bound = if self.0.bool() { range.least } else { range.most };
        bound.filter(|_| self.one_in(6))
    }

    /// Any scalar but null.
    pub fn scalar(&mut self) -> Value {
        match self.below(4) {
            0 => self.boolean(),
            1 => json!(self.0.i32(-20..100)),
            2 => json!(f64::from(self.0.i32(-80..400)) / 4.0),
            _ => Value::String(self.text(Span { least: 1, most: None })),
        }
    }

    /// An object that no schema describes.
    pub fn free_object(&mut self) -> Value {
        let members = self.below(3);
        (0..members).map(|_| (self.text(Span { least: 1, most: Some(6) }), self.scalar())).collect()
    }
}

/// The bounds between which to draw; none if there is nothing between them.
fn window(Range { least, most }: Range) -> Option<(f64, f64)> {
    let (from, to) = match (least, most) {
        (Some(least), Some(most)) => (least, most),
        (Some(least), None) => (least, least + REACH),
        (None, Some(most)) => (most - REACH, most),
        (None, None) => (-REACH / 4.0, REACH),
    };
    (from <= to).then_some((from, to))
}

/// A whole number, as JSON writes it.
#[expect(clippy::cast_precision_loss, reason = "the ends of i64 need not be exact")]
fn whole(number: f64) -> Value {
    let fits = number >= i64::MIN as f64 && number <= i64::MAX as f64;
    if fits { json!(number as i64) } else { json!(number) }
}
