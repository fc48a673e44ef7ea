//! Query parameters that accept any text, and how OpenAPI describes them.

use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr, Schema,
        schema::{ObjectBuilder, SchemaType, Type},
    },
};

/// A query parameter that should be a number. Any other text is ignored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberOrText;

/// A query parameter that should be `true` or `false`. Any other text is ignored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TruthOrText;

impl PartialSchema for NumberOrText {
    fn schema() -> RefOr<Schema> {
        either(Type::Number)
    }
}

impl PartialSchema for TruthOrText {
    fn schema() -> RefOr<Schema> {
        either(Type::Boolean)
    }
}

impl ToSchema for NumberOrText {}
impl ToSchema for TruthOrText {}

fn either(meant: Type) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(SchemaType::Array(vec![meant, Type::String])).into()
}
