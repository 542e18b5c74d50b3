//! Restores and encodes calls, within limits.

use super::{
    code::Code,
    codec::{Call, Codec, Codecs, Misfit},
    codes::step,
    session::Session,
    walk::{Direction, Walk},
};
use crate::{
    Limits,
    json::{JsonId, Kind, quote, read},
    limits::Work,
};

impl Codec {
    /// Restores a model's call to the form that the server takes. `args` is JSON text, where an empty one
    /// stands for `{}`; text that is no JSON is returned unchanged, with an issue.
    ///
    /// ```
    /// use lapidary::Codec;
    /// let codec = Codec::from_json(r#"{"version":1,"arguments":{"object":{"properties":{"env":{"entries":{}}}}}}"#)?;
    /// let call = codec.restore("run", r#"{"env": [{"key": "HOME", "value": "/"}], "n": 1}"#);
    /// assert_eq!(call.args, r#"{"env": {"HOME":"/"}, "n": 1}"#);
    /// # Ok::<(), lapidary::CodecError>(())
    /// ```
    #[must_use]
    pub fn restore(&self, declared: &str, args: &str) -> Call {
        self.restore_within(&Limits::default(), declared, args)
    }

    /// The same as [`Codec::restore`], within limits: where one is met, the arguments are returned unchanged, with an
    /// issue that names it.
    ///
    /// ```
    /// use lapidary::{Cancel, Codec, Limits};
    /// let codec = Codec::from_json(r#"{"version":1,"arguments":{"object":{"properties":{"env":{"entries":{}}}}}}"#)?;
    /// let cancel = Cancel::default();
    /// cancel.cancel();
    /// let call = codec.restore_within(&Limits::default().cancelled_by(&cancel), "run", r#"{"env": []}"#);
    /// assert_eq!(call.args, r#"{"env": []}"#);
    /// assert_eq!(call.issues[0].message, "work on the call was cancelled; the arguments are passed on unchanged");
    /// # Ok::<(), lapidary::CodecError>(())
    /// ```
    #[must_use]
    pub fn restore_within(&self, limits: &Limits, declared: &str, args: &str) -> Call {
        self.restore_in(&mut Session::of_one(&Work::new(limits, args.len())), declared, args)
    }

    /// The same for one of several calls of a session.
    pub(crate) fn restore_in<'c>(&'c self, session: &mut Session<'c>, declared: &str, args: &str) -> Call {
        let (args, issues) = self.walk(session, Direction::Restore, args);
        Call { name: self.restore_name(declared).to_owned(), args, issues }
    }

    /// Encodes a call as the model would have made it: the inverse of [`Codec::restore`], for the history of a
    /// conversation.
    ///
    /// ```
    /// use lapidary::Codec;
    /// let codec = Codec::from_json(r#"{"version":1,"arguments":{"object":{"properties":{"env":{"entries":{}}}}}}"#)?;
    /// let call = codec.encode("run", r#"{"env": {"HOME": "/"}, "n": 1}"#);
    /// assert_eq!(call.args, r#"{"env": [{"key":"HOME","value":"/"}], "n": 1}"#);
    /// # Ok::<(), lapidary::CodecError>(())
    /// ```
    #[must_use]
    pub fn encode(&self, name: &str, args: &str) -> Call {
        self.encode_within(&Limits::default(), name, args)
    }

    /// The same within limits, as of [`Codec::restore_within`].
    #[must_use]
    pub fn encode_within(&self, limits: &Limits, name: &str, args: &str) -> Call {
        self.encode_in(&mut Session::of_one(&Work::new(limits, args.len())), name, args)
    }

    /// The same for one of several calls of a session.
    pub(crate) fn encode_in<'c>(&'c self, session: &mut Session<'c>, name: &str, args: &str) -> Call {
        let (args, issues) = self.walk(session, Direction::Encode, args);
        Call { name: self.declared.as_deref().unwrap_or(name).to_owned(), args, issues }
    }

    /// Encodes a value as its code says, the only one of the codec; `None` if it does not fit.
    pub(crate) fn encode_value(&self, work: &Work, value: &str) -> Option<String> {
        let (wire, misfits) = self.walk(&mut Session::of_one(work), Direction::Encode, value);
        misfits.is_empty().then_some(wire)
    }

    /// The same as [`Codec::restore_in`] for an API in which arguments are always an object: a value of another type stays
    /// in the member that the declaration has for it.
    pub(crate) fn restore_object_in<'c>(&'c self, session: &mut Session<'c>, declared: &str, args: &str) -> Call {
        let mut call = self.restore_in(session, declared, args);
        if let Some(Code::Member { name, .. }) = self.arguments.as_deref().filter(|_| !is_object(&call.args)) {
            call.args = ["{", &quote(name), ":", &call.args, "}"].concat();
        }
        call
    }

    /// The inverse of [`Codec::restore_object_in`].
    pub(crate) fn encode_object_in<'c>(&'c self, session: &mut Session<'c>, name: &str, args: &str) -> Call {
        let inner = match self.arguments.as_deref() {
            Some(Code::Member { name, .. }) => only_member(args, name),
            _ => None,
        };
        let encoded = inner.map(|inner| self.encode_in(session, name, &inner));
        encoded.filter(|call| call.issues.is_empty()).unwrap_or_else(|| self.encode_in(session, name, args))
    }

    fn walk<'c>(&'c self, session: &mut Session<'c>, direction: Direction, args: &str) -> (String, Vec<Misfit>) {
        let unfit = |message: String| (args.to_owned(), vec![Misfit::whole(message)]);
        let tape = match read(args) {
            Ok(tape) => tape,
            // Clients have no text for the arguments of a call without any.
            Err(_) if args.trim().is_empty() => return self.walk(session, direction, "{}"),
            Err(error) => return unfit(format!("the arguments are no JSON: {}", error.kind)),
        };
        match (&self.arguments, tape.kind(JsonId::ROOT)) {
            (Some(code), kind) if kind != Kind::Null || code.wraps_null(direction) => {
                let walk = |session| Walk::new(session, &tape, self, direction, step).document(code);
                let work = session.work;
                match work.part(args.len(), session.is_of_one, || walk(session)) {
                    (done, None) => done,
                    (_, Some(met)) => {
                        let reason = met.message("the call", work.limits());
                        unfit(format!("{reason}; the arguments are passed on unchanged"))
                    }
                }
            }
            (None, Kind::Object) => (args.to_owned(), Vec::new()),
            _ => unfit("the arguments are no object".to_owned()),
        }
    }
}

fn is_object(args: &str) -> bool {
    args.trim_start().starts_with('{')
}

/// The value of an object's only member, if it has this name, and is no object itself.
fn only_member(object: &str, name: &str) -> Option<String> {
    let tape = read(object).ok()?;
    let mut members = tape.members(JsonId::ROOT);
    let (key, None) = (members.next()?, members.next()) else { return None };
    let value = tape.slice(key.value_of_key());
    (tape.key_is(key, name) && !is_object(value)).then(|| value.to_owned())
}

impl Codecs {
    /// Restores a model's call of any of the tools: `declared` is the function's name in the call, `args` the JSON text
    /// of its arguments, possibly after a namespace ([`Codecs::called`]). A call of another name is returned unchanged,
    /// without an issue; arguments that are not JSON are returned unchanged, with an issue.
    #[must_use]
    pub fn restore(&self, declared: &str, args: &str) -> Call {
        self.restore_within(&Limits::default(), declared, args)
    }

    /// The same within limits, as of [`Codec::restore_within`].
    #[must_use]
    pub fn restore_within(&self, limits: &Limits, declared: &str, args: &str) -> Call {
        let called = self.called(declared);
        called.map_or_else(|| Call::same(declared, args), |(name, codec)| codec.restore_within(limits, name, args))
    }

    /// Encodes a call of any of the tools, made by the tool's own name, for the history of a request; otherwise like
    /// [`Self::restore`].
    #[must_use]
    pub fn encode(&self, name: &str, args: &str) -> Call {
        self.encode_within(&Limits::default(), name, args)
    }

    /// The same within limits, as of [`Codec::restore_within`].
    #[must_use]
    pub fn encode_within(&self, limits: &Limits, name: &str, args: &str) -> Call {
        let of_name = |(declared, codec): &(&String, &Codec)| codec.name.as_ref().unwrap_or(declared) == name;
        let found = self.tools.iter().find(of_name);
        found.map_or_else(|| Call::same(name, args), |(_, codec)| codec.encode_within(limits, name, args))
    }
}
