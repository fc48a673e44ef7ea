//! Derives the error answers of an operation in OpenAPI from its handler's arguments: each extractor names the answers
//! that it may give. A handler describes only its own refusals. If both describe a status, the handler's description is
//! used.

use axum::{
    extract::{Request, State},
    http::HeaderMap,
};
use utoipa::{
    ToSchema,
    openapi::{ContentBuilder, Paths, Ref, RefOr, Response, ResponseBuilder},
};

use crate::problem::{Code, MEDIA_TYPE, ProblemBody};

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

/// A handler with these arguments.
pub trait Handler<Arguments> {
    /// The error answers of all arguments.
    fn error_answers(&self) -> Vec<ErrorAnswer>;
}

macro_rules! handler {
    ($($argument:ident),*) => {
        impl<Function, Answer, $($argument: ErrorAnswers),*> Handler<($($argument,)*)> for Function
        where
            Function: Fn($($argument),*) -> Answer,
        {
            fn error_answers(&self) -> Vec<ErrorAnswer> {
                let all: &[&[ErrorAnswer]] = &[$($argument::ERROR_ANSWERS),*];
                all.concat()
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

/// The route of one operation, as by `utoipa_axum::routes!`, with the error answers of its handler's arguments.
#[macro_export]
macro_rules! route {
    ($($handler:ident)::+) => {{
        let (schemas, mut paths, methods) = utoipa_axum::routes!($($handler)::+);
        $crate::error_answers::describe(&$($handler)::+, &mut paths);
        (schemas, paths, methods)
    }};
}

/// Adds the error answers of the handler's arguments to its operation's description.
pub fn describe<Arguments>(handler: &impl Handler<Arguments>, paths: &mut Paths) {
    for path in paths.paths.values_mut() {
        let operations = [&mut path.get, &mut path.put, &mut path.post, &mut path.delete, &mut path.patch];
        for operation in operations.into_iter().flatten() {
            for (code, reason) in handler.error_answers() {
                let status = code.status().as_str().to_owned();
                let described = &mut operation.responses.responses;
                described.entry(status).or_insert_with(|| RefOr::T(problem(reason)));
            }
        }
    }
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
    use crate::{caller::Admin, extract::Query};

    async fn handler(_: State<()>, _: Admin, _: Query<()>) {}

    #[test]
    fn a_handlers_own_description_of_a_status_wins() {
        let own = ResponseBuilder::new().description("Not a day").build();
        let operation = OperationBuilder::new().response("400", own).build();
        let mut paths = Paths::new();
        paths.paths.insert("/".to_owned(), PathItem::new(HttpMethod::Get, operation));
        describe(&handler, &mut paths);
        let described = serde_json::to_value(&paths.paths["/"].get).expect("plain data")["responses"].clone();
        let texts = ["400", "401", "403"].map(|status| described[status]["description"].clone());
        assert_eq!(texts, ["Not a day", "Not logged in", "Not an admin"]);
        assert!(described["401"]["content"][MEDIA_TYPE].is_object());
    }
}
