//! `#[derive(FromRow)]`: reads a struct from a row of Postgres, and lists the columns that it reads.
//!
//! sqlx's derive of that name does the first half only, and needs sqlx compiled for the compiler's side, too.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{
    Attribute, Data, DeriveInput, Error, Field, Fields, LitStr, Path, ext::IdentExt, parse_macro_input,
};

/// Implements `sqlx::FromRow` and `postgres_kit::Columns`. A field's column has its name, a tuple struct's columns are
/// in the order of its fields.
///
/// - `#[row(rename = "…")]` on a field: the column has this name.
/// - `#[row(flatten)]` on a field: it is read from the same row, by its own type's `FromRow`.
/// - `#[row(default)]` on a field, or on a struct for all fields: the column may be absent.
/// - `#[row(skip)]` on a field: it has no column, and its type's default value.
/// - `#[row(with = function)]` on a field: the function makes its value from the column's, as a `sqlx::Result`.
#[proc_macro_derive(FromRow, attributes(row))]
pub fn derive_from_row(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    implement(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// The options of an attribute `#[row(…)]`.
#[derive(Default)]
struct Options {
    rename: Option<String>,
    flatten: bool,
    default: bool,
    skip: bool,
    with: Option<Path>,
}

impl Options {
    fn parse(attributes: &[Attribute]) -> Result<Self, Error> {
        let mut options = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("row")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("rename") {
                    options.rename = Some(meta.value()?.parse::<LitStr>()?.value());
                } else if meta.path.is_ident("flatten") {
                    options.flatten = true;
                } else if meta.path.is_ident("default") {
                    options.default = true;
                } else if meta.path.is_ident("skip") {
                    options.skip = true;
                } else if meta.path.is_ident("with") {
                    options.with = Some(meta.value()?.parse()?);
                } else {
                    return Err(meta.error("expected `rename`, `flatten`, `default`, `skip` or `with`"));
                }
                Ok(())
            })?;
        }
        Ok(options)
    }
}

fn implement(input: &DeriveInput) -> Result<Tokens, Error> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(input, "a row is a struct"));
    };
    let all = Options::parse(&input.attrs)?;
    let name = &input.ident;
    let mut values = Vec::new();
    let mut columns = Vec::new();
    for (index, field) in data.fields.iter().enumerate() {
        let mut options = Options::parse(&field.attrs)?;
        options.default |= all.default;
        let (value, column) = read(index, field, &options);
        values.push(value);
        columns.push(column);
    }
    let value = match &data.fields {
        Fields::Named(_) => quote!(Self { #(#values),* }),
        Fields::Unnamed(_) | Fields::Unit => quote!(Self(#(#values),*)),
    };
    Ok(quote! {
        #[automatically_derived]
        impl<'row> ::sqlx::FromRow<'row, ::sqlx::postgres::PgRow> for #name {
            fn from_row(row: &'row ::sqlx::postgres::PgRow) -> ::sqlx::Result<Self> {
                ::core::result::Result::Ok(#value)
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

/// Reads a field from the row, and adds its columns to the list.
fn read(index: usize, field: &Field, options: &Options) -> (Tokens, Tokens) {
    let ty = &field.ty;
    let Some(member) = &field.ident else {
        let value = quote!(::sqlx::Row::try_get(row, #index)?);
        return (value, quote!(columns.push(::postgres_kit::Column::unnamed::<#ty>());));
    };
    if options.skip {
        return (quote!(#member: ::core::default::Default::default()), Tokens::new());
    }
    if options.flatten {
        let value = quote!(#member: <#ty as ::sqlx::FromRow<::sqlx::postgres::PgRow>>::from_row(row)?);
        return (value, quote!(columns.extend(<#ty as ::postgres_kit::Columns>::columns());));
    }
    let column = options.rename.clone().unwrap_or_else(|| member.unraw().to_string());
    if options.default {
        let value = quote! {
            #member: match ::sqlx::Row::try_get(row, #column) {
                ::core::result::Result::Err(::sqlx::Error::ColumnNotFound(_)) => ::core::default::Default::default(),
                read => read?,
            }
        };
        return (value, quote!(columns.push(::postgres_kit::Column::optional::<#ty>(#column));));
    }
    if let Some(with) = &options.with {
        let value = quote!(#member: #with(::sqlx::Row::try_get(row, #column)?)?);
        return (value, quote!(columns.push(::postgres_kit::Column::converted::<_, #ty>(#column, #with));));
    }
    let value = quote!(#member: ::sqlx::Row::try_get(row, #column)?);
    (value, quote!(columns.push(::postgres_kit::Column::named::<#ty>(#column));))
}
