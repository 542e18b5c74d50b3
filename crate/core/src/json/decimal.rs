//! Numbers as written: exact comparison and rounding on decimal lexemes, without floating point.

use std::cmp::Ordering;

/// A decimal number of any size and precision, read from a JSON number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    /// Significant digits without leading or trailing zeros; empty for zero.
    digits: Vec<u8>,
    /// The value is 0.DIGITS × 10^point.
    point: i64,
}

/// Longest integer that rounding writes out; beyond it a number counts as out of range.
const MAX_INTEGER_DIGITS: i64 = 400;

impl Decimal {
    /// Reads a JSON number; `None` if the text is not one.
    #[must_use]
    pub(crate) fn parse(lexeme: &str) -> Option<Decimal> {
        let (negative, unsigned) = match lexeme.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, lexeme),
        };
        let is_digit = |at: usize| unsigned.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
        if !is_digit(0) || (unsigned.starts_with('0') && is_digit(1)) {
            return None;
        }
        let mut digits = Vec::with_capacity(unsigned.len());
        let (mut in_fraction, mut point) = (false, 0_i64);
        for (at, byte) in unsigned.bytes().enumerate() {
            match byte {
                b'0'..=b'9' => {
                    let leads = byte == b'0' && digits.is_empty();
                    if !leads {
                        digits.push(byte);
                    }
                    point += i64::from(!in_fraction) - i64::from(leads);
                }
                b'.' if !in_fraction && is_digit(at + 1) => in_fraction = true,
                b'e' | b'E' => {
                    point = parse_exponent(&unsigned[at + 1..])?.saturating_add(point);
                    break;
                }
                _ => return None,
            }
        }
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        if digits.is_empty() {
            return Some(Decimal { negative: false, digits, point: 0 });
        }
        Some(Decimal { negative, digits, point })
    }

    /// Whether the number has no fraction (`5.0` and `5e2` have none).
    #[must_use]
    pub(crate) fn is_integer(&self) -> bool {
        self.digits.len() as i64 <= self.point || self.digits.is_empty()
    }

    /// Whether every integer is a multiple of the number, as far as it has few digits (1, 0.5 and 0.01 are such).
    #[must_use]
    pub(crate) fn divides_integers(&self) -> bool {
        let text = std::str::from_utf8(&self.digits).ok();
        let digits = text.and_then(|digits| digits.parse::<u128>().ok()).filter(|digits| *digits > 0);
        // The number is an integer divided by this power of ten.
        let places = u32::try_from(self.digits.len() as i64 - self.point).ok();
        let power = places.and_then(|places| 10_u128.checked_pow(places));
        digits.zip(power).is_some_and(|(digits, power)| power.is_multiple_of(digits))
    }

    /// Whether the number is below zero.
    #[must_use]
    pub(crate) fn is_negative(&self) -> bool {
        self.negative
    }

    /// Whether an IEEE 754 double holds the number without overflowing.
    #[must_use]
    pub(crate) fn fits_double(&self) -> bool {
        self.point <= 308 || (self.point == 309 && self.digits.as_slice() < b"17976931348623157".as_slice())
    }

    /// The smallest integer above or equal to the number, as plain digits; `None` if it is huge.
    #[must_use]
    pub(crate) fn ceil(&self) -> Option<String> {
        self.round(!self.negative)
    }

    /// The largest integer below or equal to the number, as plain digits; `None` if it is huge.
    #[must_use]
    pub(crate) fn floor(&self) -> Option<String> {
        self.round(self.negative)
    }

    /// The smallest integer above the number: what `exclusiveMinimum` means for integers.
    #[must_use]
    pub(crate) fn next_integer_above(&self) -> Option<String> {
        if self.is_integer() { add(self.negative, self.magnitude()?, 1) } else { self.ceil() }
    }

    /// The largest integer below the number: what `exclusiveMaximum` means for integers.
    #[must_use]
    pub(crate) fn next_integer_below(&self) -> Option<String> {
        if self.is_integer() { add(self.negative, self.magnitude()?, -1) } else { self.floor() }
    }

    /// The number as plain digits if it is an integer of reasonable length.
    #[must_use]
    pub(crate) fn integer_text(&self) -> Option<String> {
        if self.is_integer() { add(self.negative, self.magnitude()?, 0) } else { None }
    }

    /// Writes a text that is the same for equal numbers and differs for others: sign, digits and exponent.
    pub(crate) fn write_canonical(&self, out: &mut String) {
        out.push_str(if self.negative { "-" } else { "" });
        out.extend(self.digits.iter().map(|digit| char::from(*digit)));
        out.push('e');
        out.push_str(&self.point.to_string());
    }

    fn round(&self, away_from_zero: bool) -> Option<String> {
        let step = i8::from(away_from_zero && !self.is_integer());
        add(self.negative, self.magnitude()?, if self.negative { -step } else { step })
    }

    /// The integer part's digits, without sign.
    fn magnitude(&self) -> Option<Vec<u8>> {
        if self.point > MAX_INTEGER_DIGITS {
            return None;
        }
        let length = usize::try_from(self.point).unwrap_or(0);
        let mut digits: Vec<u8> = self.digits.iter().copied().take(length).collect();
        digits.resize(length, b'0');
        Some(digits)
    }
}

/// `±digits + step` for a step of -1, 0 or 1.
fn add(negative: bool, mut digits: Vec<u8>, step: i8) -> Option<String> {
    let is_zero = digits.iter().all(|digit| *digit == b'0');
    let grows = step != 0 && (is_zero || (step < 0) == negative);
    let negative = if is_zero { step < 0 } else { negative };
    if grows {
        increment(&mut digits);
    } else if step != 0 {
        decrement(&mut digits);
    }
    let Some(first) = digits.iter().position(|digit| *digit != b'0') else { return Some("0".to_owned()) };
    let mut text = if negative { "-" } else { "" }.to_owned();
    text.push_str(std::str::from_utf8(&digits[first..]).ok()?);
    Some(text)
}

fn increment(digits: &mut Vec<u8>) {
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return;
        }
        *digit = b'0';
    }
    digits.insert(0, b'1');
}

fn decrement(digits: &mut [u8]) {
    for digit in digits.iter_mut().rev() {
        if *digit > b'0' {
            *digit -= 1;
            return;
        }
        *digit = b'9';
    }
}

fn parse_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // A larger exponent counts as infinite.
    let size = digits.parse::<i64>().unwrap_or(i64::MAX / 4).min(i64::MAX / 4);
    Some(if text.starts_with('-') { -size } else { size })
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |number: &Decimal| match (number.digits.is_empty(), number.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        };
        sign(self).cmp(&sign(other)).then_with(|| {
            let size = self.point.cmp(&other.point).then_with(|| self.digits.cmp(&other.digits));
            if self.negative { size.reverse() } else { size }
        })
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
