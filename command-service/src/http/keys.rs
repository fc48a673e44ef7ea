//! The OpenAPI part that all commands share: the idempotency key, and the refusals that any command can give.

use service_kit::error_answers::problem;
use utoipa::openapi::{
    ObjectBuilder, OpenApi, RefOr, Required, Type,
    path::{Operation, Parameter, ParameterBuilder, ParameterIn},
};

use crate::idempotency::takes_keys;

/// Refusals that any command can give because of its key, in addition to its own.
const REFUSED_KEYS: [(&str, &str); 3] = [
    ("400", "The `Idempotency-Key` is malformed"),
    ("409", "The same request is still being worked on"),
    ("422", "The `Idempotency-Key` was used for another request"),
];

/// The refusal of any command because of how much is sent or written.
const TOO_MANY: (&str, &str) =
    ("429", "The account has written very much within an hour, or its network is sending too much at a time");

/// Describes what all commands share, and adds the `Idempotency-Key` header to those that take keys.
pub(super) fn describe(document: &mut OpenApi) {
    for path in document.paths.paths.values_mut() {
        for operation in [&mut path.post, &mut path.put, &mut path.delete].into_iter().flatten() {
            refuse(operation, &[TOO_MANY]);
            if takes_keys(operation) {
                operation.parameters.get_or_insert_default().push(RefOr::T(key()));
                refuse(operation, &REFUSED_KEYS);
            }
        }
    }
}

fn key() -> Parameter {
    ParameterBuilder::new()
        .name("Idempotency-Key")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(
            "A text of the caller's choice, new for each command. The same key with the same request gets the same answer \
             for 24 hours, and nothing is done twice; with another request it is refused (422). While the first is being \
             worked on the second waits, or gets 409 with `Retry-After`.",
        ))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String).min_length(Some(1)).max_length(Some(255)).build()))
        .build()
}

/// Adds these refusals, except where the operation has another description of the status.
fn refuse(operation: &mut Operation, refusals: &[(&str, &str)]) {
    for (status, reason) in refusals {
        let described = &mut operation.responses.responses;
        described.entry((*status).to_owned()).or_insert_with(|| RefOr::T(problem(reason)));
    }
}
