//! Reads a golden file and records what its event's type expects at each place: which members exist, which of them are
//! optional, which variants an enum has, how wide a number is. Unlike a comparison of JSON, this also covers what the
//! file does not show: the other variants of an enum, and members that are skipped when empty.

use std::{cell::RefCell, collections::BTreeSet};

use serde::{
    Deserializer,
    de::{DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor, value::StrDeserializer},
    forward_to_deserialize_any,
};
use serde_json::{Error, Value};

/// Lines of the form `<JSON pointer> <expectation>`.
pub(crate) type Lines = RefCell<BTreeSet<String>>;

/// The value at one place.
pub(crate) struct Tracer<'a> {
    pub(crate) value: &'a Value,
    pub(crate) place: String,
    pub(crate) lines: &'a Lines,
}

impl<'a> Tracer<'a> {
    fn note(&self, what: &str) {
        let place = if self.place.is_empty() { "/" } else { &self.place };
        self.lines.borrow_mut().insert(format!("{place} {what}"));
    }

    fn within(&self, name: &str, value: &'a Value) -> Self {
        Self { value, place: format!("{}/{name}", self.place), lines: self.lines }
    }

    fn listed(what: &str, words: &[&str]) -> String {
        let words: BTreeSet<&str> = words.iter().copied().collect();
        format!("{what} {}", words.into_iter().collect::<Vec<_>>().join(" "))
    }
}

macro_rules! primitives {
    ($($method:ident $what:literal)*) => {$(
        fn $method<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
            self.note($what);
            self.value.$method(visitor)
        }
    )*};
}

impl<'a> Deserializer<'a> for Tracer<'a> {
    type Error = Error;

    primitives! {
        deserialize_bool "bool" deserialize_str "text" deserialize_string "text"
        deserialize_u8 "u8" deserialize_u16 "u16" deserialize_u32 "u32" deserialize_u64 "u64"
        deserialize_i8 "i8" deserialize_i16 "i16" deserialize_i32 "i32" deserialize_i64 "i64"
        deserialize_f32 "f32" deserialize_f64 "f64"
    }

    /// Visits the members of a variant. The type does not list them here, so they come from the file.
    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Object(members) => {
                let names: Vec<&str> = members.keys().map(String::as_str).collect();
                self.note(&Self::listed("members", &names));
                visitor.visit_map(Members::of(&self))
            }
            other => {
                self.note("anything");
                other.deserialize_any(visitor)
            }
        }
    }

    fn deserialize_struct<V: Visitor<'a>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.note(&Self::listed("members", fields));
        visitor.visit_map(Members::of(&self))
    }

    fn deserialize_map<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        self.note("map");
        visitor.visit_map(Members::of(&self))
    }

    fn deserialize_enum<V: Visitor<'a>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.note(&Self::listed("one of", variants));
        visitor.visit_enum(Choice(self))
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        self.note("optional");
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_seq<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        self.note("list");
        let items = self.value.as_array().expect("a golden file loads");
        visitor.visit_seq(Items { parent: &self, items: items.iter() })
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        <V: Visitor<'a>>
        i128 u128 char bytes byte_buf unit unit_struct tuple tuple_struct identifier ignored_any
    }
}

struct Members<'p, 'a> {
    parent: &'p Tracer<'a>,
    members: serde_json::map::Iter<'a>,
    value: Option<(&'a str, &'a Value)>,
}

impl<'p, 'a> Members<'p, 'a> {
    fn of(parent: &'p Tracer<'a>) -> Self {
        let members = parent.value.as_object().expect("a golden file loads").iter();
        Self { parent, members, value: None }
    }
}

impl<'a> MapAccess<'a> for Members<'_, 'a> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((name, value)) = self.members.next() else { return Ok(None) };
        self.value = Some((name, value));
        seed.deserialize(StrDeserializer::<Error>::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let (name, value) = self.value.take().expect("a key comes before its value");
        seed.deserialize(self.parent.within(name, value))
    }
}

struct Items<'p, 'a> {
    parent: &'p Tracer<'a>,
    items: std::slice::Iter<'a, Value>,
}

impl<'a> SeqAccess<'a> for Items<'_, 'a> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        self.items.next().map(|value| seed.deserialize(self.parent.within("*", value))).transpose()
    }
}

/// An enum's value: a word, or an object with one member named after the variant.
struct Choice<'a>(Tracer<'a>);

impl<'a> EnumAccess<'a> for Choice<'a> {
    type Error = Error;
    type Variant = Chosen<'a>;

    fn variant_seed<V: DeserializeSeed<'a>>(self, seed: V) -> Result<(V::Value, Chosen<'a>), Error> {
        let (name, content) = match self.0.value {
            Value::String(word) => (word.as_str(), None),
            Value::Object(members) => {
                let (name, value) = members.iter().next().expect("a golden file loads");
                (name.as_str(), Some(self.0.within(name, value)))
            }
            other => panic!("{other} is no choice"),
        };
        Ok((seed.deserialize(StrDeserializer::<Error>::new(name))?, Chosen(content)))
    }
}

struct Chosen<'a>(Option<Tracer<'a>>);

impl<'a> VariantAccess<'a> for Chosen<'a> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        assert!(self.0.is_none(), "a word has no content");
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'a>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.0.expect("a golden file loads"))
    }

    fn tuple_variant<V: Visitor<'a>>(self, _len: usize, _visitor: V) -> Result<V::Value, Error> {
        panic!("events have no tuple variants")
    }

    fn struct_variant<V: Visitor<'a>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0.expect("a golden file loads").deserialize_struct("", fields, visitor)
    }
}

/// The tag first, and then the payload: only in this order does the type say what it expects in the payload.
pub(crate) struct Tagged<'a> {
    pub(crate) event_type: &'a str,
    pub(crate) data: &'a Value,
    pub(crate) lines: &'a Lines,
}

impl<'a> Deserializer<'a> for Tagged<'a> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(TagThenData { tagged: self, step: 0 })
    }

    forward_to_deserialize_any! {
        <V: Visitor<'a>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

struct TagThenData<'a> {
    tagged: Tagged<'a>,
    step: u8,
}

impl<'a> MapAccess<'a> for TagThenData<'a> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        self.step += 1;
        let name = match self.step {
            1 => "type",
            2 => "data",
            _ => return Ok(None),
        };
        seed.deserialize(StrDeserializer::<Error>::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let Tagged { event_type, data, lines } = &self.tagged;
        if self.step == 1 {
            return seed.deserialize(StrDeserializer::<Error>::new(event_type));
        }
        seed.deserialize(Tracer { value: data, place: String::new(), lines })
    }
}
