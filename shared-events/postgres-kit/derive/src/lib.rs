//! `#[derive(FromRow)]`: reads a struct from a row of Postgres, and lists the columns that it reads.
//!
//! sqlx's derive of that name does the first half only, and needs sqlx compiled for the compiler's side, too.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{
    Attribute, Data, DataStruct, DeriveInput, Error, Field, Fields, Ident, LitStr, Path, ext::IdentExt,
    parse_macro_input,
};

/// Implements `sqlx::FromRow` and `postgres_kit::Columns` for a struct. A field's column has its name.
///
/// - `#[row(rename = "…")]` on a field: the column has this name.
/// - `#[row(with = function)]` on a field: the function makes its value from the column's, as a `sqlx::Result`.
/// - `#[row(flatten)]` on a field: it is read from the same row, by its own type's `FromRow`.
/// - `#[row(skip)]` on a field: it has no column, and its type's default value.
/// - `#[row(default)]` on the struct: its columns may be absent.
#[proc_macro_derive(FromRow, attributes(row))]
pub fn derive_from_row(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    implement(&input).unwrap_or_else(Error::into_compile_error).into()
}

fn implement(input: &DeriveInput) -> Result<Tokens, Error> {
    let Data::Struct(DataStruct { fields: Fields::Named(fields), .. }) = &input.data else {
        return Err(Error::new_spanned(input, "a row is a struct with named fields"));
    };
    let may_be_absent = may_be_absent(&input.attrs)?;
    let name = &input.ident;
    let mut values = Vec::new();
    let mut columns = Vec::new();
    for field in &fields.named {
        let (value, column) = read(field, may_be_absent)?;
        values.push(value);
        columns.push(column);
    }
    Ok(quote! {
        #[automatically_derived]
        impl<'row> ::sqlx::FromRow<'row, ::sqlx::postgres::PgRow> for #name {
            fn from_row(row: &'row ::sqlx::postgres::PgRow) -> ::sqlx::Result<Self> {
                ::core::result::Result::Ok(Self { #(#values),* })
            }
        }

        #[automatically_derived]
        impl ::postgres_kit::Columns for #name {
            fn columns() -> ::std::vec::Vec<::postgres_kit::Column> {
                let mut columns = ::std::vec::Vec::new();
                #(#columns)*
                columns
            }
        }
    })
}

/// Whether the struct has `#[row(default)]`.
fn may_be_absent(attributes: &[Attribute]) -> Result<bool, Error> {
    let mut default = false;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("row")) {
        attribute.parse_nested_meta(|meta| {
            default = true;
            if meta.path.is_ident("default") { Ok(()) } else { Err(meta.error("expected `default`")) }
        })?;
    }
    Ok(default)
}

/// Where the value of a field comes from.
enum Source {
    /// The column of this name, whose value the function converts.
    Column { name: String, with: Option<Path> },
    /// The columns of the field's own type.
    Flattened,
    /// No column: it has its type's default value.
    Skipped,
}

impl Source {
    /// Reads the attributes `#[row(…)]` of a field.
    fn parse(field: &Field, member: &Ident) -> Result<Self, Error> {
        let (mut rename, mut with, mut flatten, mut skip) = (None, None, false, false);
        for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("row")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("rename") {
                    rename = Some(meta.value()?.parse::<LitStr>()?.value());
                } else if meta.path.is_ident("with") {
                    with = Some(meta.value()?.parse::<Path>()?);
                } else if meta.path.is_ident("flatten") {
                    flatten = true;
                } else if meta.path.is_ident("skip") {
                    skip = true;
                } else {
                    return Err(meta.error("expected `rename`, `with`, `flatten` or `skip`"));
                }
                Ok(())
            })?;
        }
        match (flatten, skip, rename, with) {
            (false, false, rename, with) => {
                Ok(Self::Column { name: rename.unwrap_or_else(|| member.unraw().to_string()), with })
            }
            (true, false, None, None) => Ok(Self::Flattened),
            (false, true, None, None) => Ok(Self::Skipped),
            _ => Err(Error::new_spanned(
                field,
                "`flatten` and `skip` stand alone, because the field has no column of its own",
            )),
        }
    }
}

/// Reads a field from the row, and adds its columns to the list.
fn read(field: &Field, may_be_absent: bool) -> Result<(Tokens, Tokens), Error> {
    let ty = &field.ty;
    let member = field.ident.as_ref().expect("the fields have names");
    Ok(match (Source::parse(field, member)?, may_be_absent) {
        (Source::Column { name, with: None }, true) => {
            let value = quote! {
                #member: match ::sqlx::Row::try_get(row, #name) {
                    ::core::result::Result::Err(::sqlx::Error::ColumnNotFound(_)) => {
                        ::core::default::Default::default()
                    }
                    read => read?,
                }
            };
            (value, quote!(columns.push(::postgres_kit::Column::optional::<#ty>(#name));))
        }
        (_, true) => {
            let text =
                "a column that may be absent, because its struct has `default`, can only have `rename`";
            return Err(Error::new_spanned(field, text));
        }
        (Source::Column { name, with: None }, false) => {
            let value = quote!(#member: ::sqlx::Row::try_get(row, #name)?);
            (value, quote!(columns.push(::postgres_kit::Column::named::<#ty>(#name));))
        }
        (Source::Column { name, with: Some(with) }, false) => {
            let value = quote!(#member: #with(::sqlx::Row::try_get(row, #name)?)?);
            (value, quote!(columns.push(::postgres_kit::Column::converted::<_, #ty>(#name, #with));))
        }
        (Source::Flattened, false) => {
            let value = quote!(#member: <#ty as ::sqlx::FromRow<::sqlx::postgres::PgRow>>::from_row(row)?);
            (value, quote!(columns.extend(<#ty as ::postgres_kit::Columns>::columns());))
        }
        (Source::Skipped, false) => (quote!(#member: ::core::default::Default::default()), Tokens::new()),
    })
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn refusal(input: &DeriveInput) -> String {
        implement(input).expect_err("a compile error").to_string()
    }

    #[test]
    fn every_attribute_is_accepted_where_it_has_an_effect() {
        let whole = parse_quote! {
            struct Row {
                plain: i32,
                #[row(rename = "type")]
                kind: String,
                #[row(rename = "place", with = position)]
                position: Position,
                #[row(flatten)]
                more: More,
                #[row(skip)]
                cached: bool,
            }
        };
        let made = implement(&whole).expect("a row").to_string();
        for column in ["\"plain\"", "\"type\"", "\"place\""] {
            assert!(made.contains(column), "{column} is not read: {made}");
        }
        assert!(!made.contains("\"cached\"") && !made.contains("\"more\""), "{made}");
        let optional = parse_quote! {
            #[row(default)]
            struct Row {
                plain: i32,
                #[row(rename = "type")]
                kind: String,
            }
        };
        assert!(implement(&optional).is_ok());
    }

    #[test]
    fn only_a_struct_with_named_fields_is_a_row() {
        for input in [
            parse_quote!(
                struct Row(i32);
            ),
            parse_quote!(
                struct Row;
            ),
            parse_quote!(
                enum Row {}
            ),
        ] {
            assert_eq!(refusal(&input), "a row is a struct with named fields");
        }
    }

    #[test]
    fn a_field_without_a_column_of_its_own_can_neither_be_renamed_nor_converted() {
        for attribute in [
            quote!(flatten, skip),
            quote!(flatten, rename = "type"),
            quote!(flatten, with = position),
            quote!(skip, rename = "type"),
            quote!(skip, with = position),
        ] {
            let text = refusal(&parse_quote!(
                struct Row {
                    #[row(#attribute)]
                    field: i32,
                }
            ));
            assert_eq!(text, "`flatten` and `skip` stand alone, because the field has no column of its own");
        }
    }

    #[test]
    fn a_column_that_may_be_absent_can_only_be_renamed() {
        for attribute in [quote!(flatten), quote!(skip), quote!(with = position)] {
            let text = refusal(&parse_quote!(
                #[row(default)]
                struct Row {
                    #[row(#attribute)]
                    field: i32,
                }
            ));
            assert!(text.starts_with("a column that may be absent"), "{text}");
        }
    }

    #[test]
    fn unknown_attributes_are_refused() {
        let on_a_field = parse_quote!(
            struct Row {
                #[row(default)]
                field: i32,
            }
        );
        assert_eq!(refusal(&on_a_field), "expected `rename`, `with`, `flatten` or `skip`");
        let on_the_struct = parse_quote!(
            #[row(flatten)]
            struct Row {
                field: i32,
            }
        );
        assert_eq!(refusal(&on_the_struct), "expected `default`");
    }
}
