//! Values in schemas: enums, constants, numbers, and what data a schema holds.

use super::{Family, Made, each, limited, linear, member, members, square, times};

fn an_enum(size: usize, pattern: &str) -> Made {
    member(&format!(r#"{{"enum":[{}]}}"#, each(size, pattern)))
}

/// The digits of a number.
fn digits(size: usize) -> String {
    "9".repeat(size.max(1))
}

pub(super) const FAMILIES: &[Family] = &[
    linear("an enum of strings", "values that are listed", |size| an_enum(size, r#""value %""#)),
    linear("an enum of numbers", "values that leave as strings", |size| an_enum(size, "%")),
    limited("an enum of equal numbers", "values that are the same in other words", |size| an_enum(size, "%,%.0,%e0")),
    limited("an enum of everything", "values of all kinds", |size| an_enum(size, r#""%",%,{"a":%},[%],true,null,%.5"#)),
    limited("an enum of objects", "values that leave as JSON text", |size| {
        an_enum(size, r#"{"a":%,"b":["\u0041\n"]},{"b":["A\u000a"],"a":%}"#)
    }),
    limited("an enum of one string", "a value that is listed over and over", |size| an_enum(size, r#""same""#)),
    limited("an enum with types", "values that a type excludes", |size| {
        member(&format!(r#"{{"type":["integer","null"],"enum":[{}]}}"#, each(size, r#""v%",%,null"#)))
    }),
    linear("many enums", "more values in all than a target takes", |size| {
        members(&each(size, r#""k%":{"type":"string","enum":["a","b%"]}"#))
    }),
    linear("long strings in an enum", "values that are long", |size| {
        let long = "x\\u00e9\\n\\\"".repeat(square(size, 11));
        member(&format!(r#"{{"enum":[{}]}}"#, times(square(size, 11), &format!(r#""{long}%""#))))
    }),
    linear("a huge constant", "a value that is large", |size| {
        member(&format!(r#"{{"const":{{{}}}}}"#, each(size, r#""k%":[%,null,"v"]"#)))
    }),
    linear("a huge default", "a value that is moved into the description", |size| {
        member(&format!(r#"{{"type":"object","default":{{{}}}}}"#, each(size, r#""k%":[%,null,"v"]"#)))
    }),
    linear("many examples", "values that go", |size| {
        member(&format!(r#"{{"type":"string","examples":[{}]}}"#, each(size, r#""e%""#)))
    }),
    limited("long bounds", "numbers of many digits", |size| {
        let long = digits(size / 4);
        member(&format!(
            r#"{{"type":"integer","minimum":{long},"exclusiveMaximum":{long}.5,"multipleOf":0.{long},"maximum":-{long}}}"#
        ))
    }),
    limited("long numbers in an enum", "numbers of many digits, compared", |size| {
        let count = square(size, 1);
        member(&format!(r#"{{"enum":[{}]}}"#, times(count, &format!("{}%", digits(count)))))
    }),
    linear("huge exponents", "numbers that no machine holds", |size| {
        let exponents = each(size, "1e%999999999,-1E-%999999999");
        member(&format!(r#"{{"type":"number","minimum":1e999999999,"maximum":1e-999999999,"enum":[{exponents}]}}"#))
    }),
    limited("huge counts", "counts that no machine holds", |size| {
        let long = digits(size / 4);
        member(&format!(
            r#"{{"type":["string","array","object"],"minLength":{long},"maxItems":{long},"minProperties":{long},"minContains":{long}}}"#
        ))
    }),
    linear("a long pattern", "a pattern that is scanned", |size| {
        member(&format!(r#"{{"type":"string","pattern":"{}"}}"#, "(?=a)[^\\\\]|(b{1,9})*".repeat(size / 22)))
    }),
    linear("a pattern of brackets", "a pattern whose groups do not end", |size| {
        member(&format!(r#"{{"type":"string","pattern":"{}"}}"#, "([".repeat(size / 2)))
    }),
    linear("a long format", "a format that is none", |size| {
        member(&format!(r#"{{"type":"string","format":"{}"}}"#, "f".repeat(size)))
    }),
];
