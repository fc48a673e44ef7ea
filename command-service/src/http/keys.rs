//! OpenAPI parts that all commands share: the idempotency key, and refusals that precede the operation.

use service_kit::problem::ProblemBody;
use utoipa::{
    ToSchema,
    openapi::{
        ContentBuilder, ObjectBuilder, OpenApi, Ref, RefOr, Required, Response, ResponseBuilder, Type,
        path::{Operation, Parameter, ParameterBuilder, ParameterIn},
    },
};

/// Refusals of any command because of its key, beside its own.
const REFUSED_KEYS: [(&str, &str); 3] = [
    ("400", "The `Idempotency-Key` is malformed"),
    ("409", "The same request is still being worked on"),
    ("422", "The `Idempotency-Key` was used for another request"),
];

/// Refusals of any command that takes JSON, because of its body.
const REFUSED_BODIES: [(&str, &str); 2] =
    [("413", "The body is larger than a megabyte"), ("415", "The body is not declared as JSON")];

/// Adds the `Idempotency-Key` header to every command.
pub(super) fn describe(document: &mut OpenApi) {
    for path in document.paths.paths.values_mut() {
        for operation in [&mut path.post, &mut path.put, &mut path.delete].into_iter().flatten() {
            operation.parameters.get_or_insert_default().push(RefOr::T(key()));
            refuse(operation, &REFUSED_KEYS);
            if let Some(RefOr::T(body)) = &operation.request_body
                && body.content.contains_key("application/json")
            {
                refuse(operation, &REFUSED_BODIES);
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

/// Adds these refusals, except where the operation describes its own.
fn refuse(operation: &mut Operation, refusals: &[(&str, &str)]) {
    for (status, reason) in refusals {
        let told = &mut operation.responses.responses;
        told.entry((*status).to_owned()).or_insert_with(|| RefOr::T(problem(reason)));
    }
}

fn problem(description: &str) -> Response {
    let schema = Ref::from_schema_name(ProblemBody::name());
    ResponseBuilder::new()
        .description(description)
        .content("application/problem+json", ContentBuilder::new().schema(Some(schema)).build())
        .build()
}
