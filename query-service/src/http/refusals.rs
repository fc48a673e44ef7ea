//! Describes the refusals that all queries have in common: those that happen before a handler runs.

use service_kit::problem::ProblemBody;
use utoipa::{
    ToSchema,
    openapi::{ContentBuilder, OpenApi, Ref, RefOr, ResponseBuilder},
};

/// Text in a request must not contain NUL: Postgres cannot store or search it.
pub(super) fn describe(document: &mut OpenApi) {
    for operation in document.paths.paths.values_mut().filter_map(|path| path.get.as_mut()) {
        if operation.parameters.as_ref().is_none_or(Vec::is_empty) {
            continue;
        }
        let schema = Ref::from_schema_name(ProblemBody::name());
        let refusal = ResponseBuilder::new()
            .description("The path or the query holds a NUL character")
            .content("application/problem+json", ContentBuilder::new().schema(Some(schema)).build());
        let told = &mut operation.responses.responses;
        told.entry("400".to_owned()).or_insert_with(|| RefOr::T(refusal.build()));
    }
}
