//! Derives the error answers of an operation in OpenAPI from its handler's signature: each extractor and the handler's
//! error type name the answers that they may give.

use std::collections::BTreeMap;

use axum::{
    extract::{Request, State},
    http::HeaderMap,
    response::Response as HttpResponse,
};
use utoipa::{
    ToSchema,
    openapi::{ContentBuilder, Paths, Ref, RefOr, Response, ResponseBuilder, path::Operation},
};

use crate::problem::{Code, MEDIA_TYPE, Problem, ProblemBody};

/// An error answer: its code, and the condition under which it is given.
pub type ErrorAnswer = (Code, &'static str);

/// An argument of a handler, with the error answers that it may give.
pub trait ErrorAnswers {
    /// The answers that the argument may give instead of the handler. If two have the same status, the first is
    /// described.
    const ERROR_ANSWERS: &'static [ErrorAnswer] = &[];
}

impl<S> ErrorAnswers for State<S> {}
impl ErrorAnswers for HeaderMap {}
impl ErrorAnswers for Request {}
/// With a `Result` as argument, the handler decides what an error means.
impl<T, E> ErrorAnswers for Result<T, E> {}

/// The error type of a handler.
pub trait HandlerError {
    /// The answers of the operation itself. `None` if the handler describes its error answers by hand.
    const REFUSALS: Option<&'static [ErrorAnswer]>;
    /// The answers that it may give like any other operation.
    const FAILURES: &'static [ErrorAnswer] = &[];
}

impl HandlerError for Problem {
    const REFUSALS: Option<&'static [ErrorAnswer]> = None;
}

/// What a handler returns.
pub trait Returned {
    /// Its error type.
    type Error: HandlerError;
}

impl<T, E: HandlerError> Returned for Result<T, E> {
    type Error = E;
}

impl Returned for HttpResponse {
    type Error = Problem;
}

/// The error answers of a handler.
#[derive(Debug)]
pub struct Answers {
    /// Of its error type: [`HandlerError::REFUSALS`].
    refusals: Option<&'static [ErrorAnswer]>,
    /// Of its arguments. Where a refusal has the same status, its reason is the more precise one, except for invalid
    /// input: the arguments check its form, and the handler its content.
    extractors: Vec<ErrorAnswer>,
    /// [`HandlerError::FAILURES`].
    failures: &'static [ErrorAnswer],
}

/// A handler with these arguments.
pub trait Handler<Arguments> {
    /// Its error answers.
    fn error_answers(&self) -> Answers;
}

macro_rules! handler {
    ($($argument:ident),*) => {
        impl<Function, Answer, $($argument: ErrorAnswers),*> Handler<($($argument,)*)> for Function
        where
            Function: Fn($($argument),*) -> Answer,
            Answer: Future<Output: Returned>,
        {
            fn error_answers(&self) -> Answers {
                type Error<Answer> = <<Answer as Future>::Output as Returned>::Error;
                let extractors: &[&[ErrorAnswer]] = &[$($argument::ERROR_ANSWERS),*];
                Answers {
                    refusals: Error::<Answer>::REFUSALS,
                    extractors: extractors.concat(),
                    failures: Error::<Answer>::FAILURES,
                }
            }
        }
    };
}

handler!();
handler!(A);
handler!(A, B);
handler!(A, B, C);
handler!(A, B, C, D);
handler!(A, B, C, D, E);
handler!(A, B, C, D, E, F);

/// The route of one operation, as by `utoipa_axum::routes!`, described with the error answers of its handler.
#[macro_export]
macro_rules! route {
    ($($handler:ident)::+) => {{
        let (schemas, mut paths, methods) = utoipa_axum::routes!($($handler)::+);
        $crate::error_answers::describe(&$($handler)::+, &mut paths);
        (schemas, paths, methods)
    }};
}

/// Adds the error answers of the handler to its operation. A description in `#[utoipa::path]` wins: it may be more
/// precise.
///
/// # Panics
/// When `#[utoipa::path]` describes an error answer that the handler does not give.
pub fn describe<Arguments>(handler: &impl Handler<Arguments>, paths: &mut Paths) {
    let answers = handler.error_answers();
    for path in paths.paths.values_mut() {
        let operations = [&mut path.get, &mut path.put, &mut path.post, &mut path.delete, &mut path.patch];
        for operation in operations.into_iter().flatten() {
            answers.describe(operation);
        }
    }
}

impl Answers {
    fn describe(&self, operation: &mut Operation) {
        let mut reasons: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for (code, reason) in self.refusals.unwrap_or_default() {
            add(&mut reasons, *code, reason);
        }
        for (code, reason) in &self.extractors {
            if *code == Code::Invalid || !reasons.contains_key(&status(*code)) {
                add(&mut reasons, *code, reason);
            }
        }
        for (code, reason) in self.failures {
            add(&mut reasons, *code, reason);
        }
        let described = &mut operation.responses.responses;
        if self.refusals.is_some() {
            let is_unknown = |status: &&String| status.as_str() >= "400" && !reasons.contains_key(*status);
            let unknown = described.keys().find(is_unknown);
            assert!(unknown.is_none(), "{:?} is never answered with {unknown:?}", operation.operation_id);
        }
        for (status, reasons) in reasons {
            described.entry(status).or_insert_with(|| RefOr::T(problem(&either(&reasons))));
        }
    }
}

fn add<'a>(reasons: &mut BTreeMap<String, Vec<&'a str>>, code: Code, reason: &'a str) {
    let of_status = reasons.entry(status(code)).or_default();
    if !of_status.contains(&reason) {
        of_status.push(reason);
    }
}

fn status(code: Code) -> String {
    code.status().as_str().to_owned()
}

/// Joins reasons to one: "Too long, blank, or to oneself".
fn either(reasons: &[&str]) -> String {
    let [first, others @ ..] = reasons else { return String::new() };
    let mut text = (*first).to_owned();
    for (at, other) in others.iter().enumerate() {
        text.push_str(if at + 1 == others.len() { ", or " } else { ", " });
        let mut letters = other.chars();
        text.extend(letters.next().map(|initial| initial.to_ascii_lowercase()));
        text.push_str(letters.as_str());
    }
    text
}

/// The description of an answer with a problem document.
pub fn problem(description: &str) -> Response {
    let schema = Ref::from_schema_name(ProblemBody::name());
    ResponseBuilder::new()
        .description(description)
        .content(MEDIA_TYPE, ContentBuilder::new().schema(Some(schema)).build())
        .build()
}

#[cfg(test)]
mod tests {
    use utoipa::openapi::{HttpMethod, PathItem, path::OperationBuilder};

    use super::*;
    use crate::{
        caller::Admin,
        extract::{Json, Query},
    };

    fn described<A>(handler: &impl Handler<A>, status: &str, by_hand: &str) -> serde_json::Value {
        let by_hand = ResponseBuilder::new().description(by_hand).build();
        let operation = OperationBuilder::new().response(status, by_hand).build();
        let mut paths = Paths::new();
        paths.paths.insert("/".to_owned(), PathItem::new(HttpMethod::Get, operation));
        describe(handler, &mut paths);
        serde_json::to_value(&paths.paths["/"].get).expect("plain data")["responses"].clone()
    }

    async fn query(_: State<()>, _: Admin, _: Query<()>) -> Result<Json<()>, Problem> {
        Ok(Json(()))
    }

    #[test]
    fn extractors_describe_their_answers_and_a_description_by_hand_wins() {
        let described = described(&query, "400", "Not a day");
        let texts = ["400", "401", "403"].map(|status| described[status]["description"].clone());
        assert_eq!(texts, ["Not a day", "Not logged in", "Not an admin"]);
        assert!(described["401"]["content"][MEDIA_TYPE].is_object());
    }

    struct NotCancelled;

    impl HandlerError for NotCancelled {
        const REFUSALS: Option<&'static [ErrorAnswer]> = Some(&[
            (Code::Conflict, "Accepted"),
            (Code::Forbidden, "An admin's"),
            (Code::Conflict, "Delivered"),
            (Code::Conflict, "Accepted"),
            (Code::Conflict, "Returned"),
            (Code::Invalid, "The reason is too long"),
        ]);
        const FAILURES: &'static [ErrorAnswer] = &[(Code::Unavailable, "No log")];
    }

    async fn command(_: Admin, _: Json<()>) -> Result<(), NotCancelled> {
        Ok(())
    }

    #[test]
    fn an_error_type_describes_its_refusals_and_extractors_add_only_invalid_input() {
        let described = described(&command, "200", "Done");
        let texts = ["401", "403", "409", "503"].map(|status| described[status]["description"].clone());
        assert_eq!(texts, ["Not logged in", "An admin's", "Accepted, delivered, or returned", "No log"]);
        let invalid = "The reason is too long, or a field is missing, wrong or of the wrong type";
        assert_eq!(described["422"]["description"], invalid);
    }

    #[test]
    #[should_panic(expected = "is never answered with Some(\"404\")")]
    fn an_answer_that_is_never_given_cannot_be_described() {
        described(&command, "404", "No such order");
    }
}
