//! Reads options part by part, and rejects members that no part has. `serde-wasm-bindgen` ignores unknown members,
//! names no member in its errors, and adds the code that prints floating-point numbers: 29 kB, 12 kB gzipped.

use std::{fmt, iter::Enumerate, slice::Iter};

use js_sys::{Array, Object, Reflect, Symbol};
use serde::{
    Deserializer,
    de::value::{SeqDeserializer, U32Deserializer},
    de::{self, DeserializeOwned, DeserializeSeed, Expected, IntoDeserializer, MapAccess, Unexpected, Visitor},
    forward_to_deserialize_any,
};
use wasm_bindgen::{JsCast, JsValue};

/// An object with options.
pub(crate) struct Given {
    /// `None` if nothing was given: each access to JavaScript takes as long as lowering a property.
    object: Option<Object>,
    /// The names of all members that have been read.
    known: Vec<&'static str>,
}

impl Given {
    pub(crate) fn new(options: &JsValue) -> Result<Given, Wrong> {
        let object = match options {
            none if none.is_undefined() => None,
            object if object.is_object() && !is_iterable(object) => Some(object.unchecked_ref::<Object>().clone()),
            _ => return Err(Wrong("they must be an object".to_owned())),
        };
        Ok(Given { object, known: Vec::new() })
    }

    pub(crate) fn part<T: DeserializeOwned>(&mut self) -> Result<T, Wrong> {
        T::deserialize(Part(self))
    }

    /// Rejects members that no part has.
    pub(crate) fn end(&self) -> Result<(), Wrong> {
        let names = self.object.iter().flat_map(Object::keys);
        let mut names = names.filter_map(|name| name.as_string());
        match names.find(|name| !self.known.contains(&name.as_str())) {
            Some(name) => Err(Wrong(format!("unknown option {name:?}; known are {}", self.known.join(", ")))),
            None => Ok(()),
        }
    }

    /// A member; undefined and null count as omitted.
    fn member(&self, name: &str) -> Option<JsValue> {
        let value = Reflect::get(self.object.as_ref()?, &name.into()).ok()?;
        (!value.is_undefined() && !value.is_null()).then_some(value)
    }
}

/// Whether a value has its entries elsewhere than in members: a list, a `Map`.
fn is_iterable(value: &JsValue) -> bool {
    Reflect::has(value, &Symbol::iterator()).unwrap_or_default()
}

/// What is wrong with some options.
#[derive(Debug)]
pub(crate) struct Wrong(pub(crate) String);

impl Wrong {
    /// Not inlined, as it would be for each member.
    #[inline(never)]
    fn of(self, member: &str) -> Wrong {
        Wrong(format!("{member}: {}", self.0))
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

impl de::Error for Wrong {
    fn custom<T: fmt::Display>(message: T) -> Wrong {
        Wrong(message.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Wrong {
        Wrong(format!("must be {expected}"))
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Wrong {
        Wrong(format!("must be one of {}", expected.join(", ")))
    }

    // Cannot occur: each name is read once.
    fn duplicate_field(name: &'static str) -> Wrong {
        Wrong(name.to_owned())
    }

    fn invalid_value(given: Unexpected<'_>, expected: &dyn Expected) -> Wrong {
        Wrong::invalid_type(given, expected)
    }
}

/// The deserializer of one part.
struct Part<'g>(&'g mut Given);

impl<'de> Deserializer<'de> for Part<'_> {
    type Error = Wrong;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.0.known.extend(fields);
        visitor.visit_map(Members {
            given: self.0,
            fields: fields.iter().enumerate(),
            name: "",
            value: JsValue::UNDEFINED,
        })
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_struct("", &[], visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// The members of a part.
struct Members<'g> {
    given: &'g Given,
    fields: Enumerate<Iter<'static, &'static str>>,
    /// The member that is being read.
    name: &'static str,
    value: JsValue,
}

impl<'de> MapAccess<'de> for Members<'_> {
    type Error = Wrong;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Wrong> {
        // Identified by their places, since comparing names would add code for each struct.
        for (at, name) in self.fields.by_ref() {
            if let Some(value) = self.given.member(name) {
                (self.name, self.value) = (name, value);
                return seed.deserialize(place(at)).map(Some);
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Wrong> {
        let read = seed.deserialize(Value(std::mem::take(&mut self.value)));
        read.map_err(|wrong| wrong.of(self.name))
    }
}

/// A field or variant by its place in the list of them.
fn place(at: usize) -> U32Deserializer<Wrong> {
    // There are few.
    u32::try_from(at).unwrap_or(u32::MAX).into_deserializer()
}

/// The value of a member.
struct Value(JsValue);

impl Value {
    /// The value as an integer from 0 to `most`.
    fn whole(&self, most: u32) -> Result<u32, Wrong> {
        let number = self.0.as_f64().filter(|number| number.fract() == 0.0 && (0.0..=f64::from(most)).contains(number));
        // In range and an integer, so nothing is truncated.
        #[expect(clippy::cast_sign_loss)]
        number.map(|number| number as u32).ok_or_else(|| Wrong(format!("must be a whole number from 0 to {most}")))
    }
}

impl<'de> Deserializer<'de> for Value {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let Value(value) = self;
        if let Some(text) = value.as_string() {
            visitor.visit_string(text)
        } else if let Some(flag) = value.as_bool() {
            visitor.visit_bool(flag)
        } else if Array::is_array(&value) {
            visitor.visit_seq(SeqDeserializer::new(value.unchecked_ref::<Array>().iter().map(Value)))
        } else {
            visitor.visit_unit()
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let at = self.0.as_string().and_then(|name| names.iter().position(|known| *known == name));
        visitor.visit_enum(place(at.ok_or_else(|| de::Error::unknown_variant("", names))?))
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_u32(self.whole(u32::from(u8::MAX))?)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_u32(self.whole(u32::MAX)?)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let mut given = Given::new(&self.0).map_err(|_| Wrong("must be an object".to_owned()))?;
        let read = Part(&mut given).deserialize_struct(name, fields, visitor)?;
        given.end().map(|()| read)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u16 u32 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

impl IntoDeserializer<'_, Wrong> for Value {
    type Deserializer = Value;

    fn into_deserializer(self) -> Value {
        self
    }
}
