//! Fixed SQL statements with typed parameters and rows, which a test checks against the tables.

use sqlx::{
    Postgres, Type, TypeInfo,
    postgres::{PgArguments, PgRow, PgTypeInfo},
    query::Map,
};

/// A statement with its parameters, whose rows are read as `R`.
pub type Rows<R> = Map<'static, Postgres, fn(PgRow) -> sqlx::Result<R>, PgArguments>;

/// A statement with its parameters, whose rows, if any, are read by the caller.
pub type Query = sqlx::query::Query<'static, Postgres, PgArguments>;

/// A fixed statement as [`statements!`](crate::statements) declares it.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    /// The function that makes it.
    pub name: &'static str,
    /// Its text.
    pub sql: &'static str,
    /// The types of its parameters.
    pub parameters: fn() -> Vec<PgTypeInfo>,
    /// The columns that are read from its rows.
    pub columns: fn() -> Vec<Column>,
}

/// A column that a Rust type reads.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name; `None` when it is read by its position.
    pub name: Option<&'static str>,
    /// A statement may leave it out.
    pub optional: bool,
    /// The type that its Rust type has in Postgres.
    pub type_name: String,
    /// Whether its Rust type can read a value of this type.
    pub can_read: fn(&PgTypeInfo) -> bool,
}

impl Column {
    /// A column that is read by its name.
    #[must_use]
    pub fn named<T: Type<Postgres>>(name: &'static str) -> Self {
        Self { name: Some(name), ..Self::unnamed::<T>() }
    }

    /// As [`Column::named`]; a statement may leave it out.
    #[must_use]
    pub fn optional<T: Type<Postgres>>(name: &'static str) -> Self {
        Self { optional: true, ..Self::named::<T>(name) }
    }

    /// A column that is read by its name, and whose value this function converts.
    #[must_use]
    pub fn converted<T: Type<Postgres>, Value>(
        name: &'static str,
        _conversion: fn(T) -> sqlx::Result<Value>,
    ) -> Self {
        Self::named::<T>(name)
    }

    /// A column that is read by its position.
    #[must_use]
    pub fn unnamed<T: Type<Postgres>>() -> Self {
        let type_name = T::type_info().name().to_owned();
        Self { name: None, optional: false, type_name, can_read: T::compatible }
    }
}

/// A type that is read from a row, with the columns that it reads. Derived together with `FromRow`.
pub trait Columns {
    /// The columns.
    fn columns() -> Vec<Column>;
}

macro_rules! columns_of_tuples {
    ($(($($member:ident),+))+) => {$(
        impl<$($member: Type<Postgres>),+> Columns for ($($member,)+) {
            fn columns() -> Vec<Column> {
                vec![$(Column::unnamed::<$member>()),+]
            }
        }
    )+};
}

columns_of_tuples! {
    (A) (A, B) (A, B, C) (A, B, C, D) (A, B, C, D, E) (A, B, C, D, E, F) (A, B, C, D, E, F, G)
}

/// Declares the fixed SQL statements of a module, and a test that checks each of them against the tables: Postgres
/// accepts it with parameters of these types, and its rows have the columns and types that their Rust type reads.
///
/// ```ignore
/// statements! {
///     #[cfg(test)]
///     tested_with crate::testing::check_statements;
///
///     fn user(id: Uuid) -> row UserRow = include_str!("user.sql");
///     fn id_of(email: &str) -> value Uuid = "SELECT account_id FROM read.accounts_users WHERE email = $1";
///     fn forget(ids: &[Uuid]) = include_str!("forget.sql");
/// }
///
/// let user = sql::user(id).fetch_optional(pool).await?;
/// ```
///
/// Each becomes a function of the module `sql`, which binds its parameters in their order. `row` reads each row with
/// `FromRow`, `value` its first column; a statement with neither gives plain rows, or none. `tested_with` names the
/// function that the test calls with all statements; it knows how the tables are made.
#[macro_export]
macro_rules! statements {
    (
        #[cfg(test)]
        tested_with $check:expr;
        $(fn $name:ident($($parameter:ident: $type:ty),* $(,)?) $(-> $kind:ident $row:ty)? = $sql:expr;)+
    ) => {
        mod sql {
            #[allow(unused_imports)]
            use super::*;

            $($crate::statements! { @function $name [$($parameter: $type),*] [$($kind $row)?] $sql })+

            #[cfg(test)]
            #[test]
            fn statements_fit_the_tables() {
                ($check)(&[$($crate::Statement {
                    name: concat!(module_path!(), "::", stringify!($name)),
                    sql: $sql,
                    parameters: || vec![$(<$type as ::sqlx::Type<::sqlx::Postgres>>::type_info()),*],
                    columns: || $crate::statements!(@columns $($kind $row)?),
                }),+]);
            }
        }
    };

    (@function $name:ident [$($parameter:ident: $type:ty),*] [$kind:ident $row:ty] $sql:expr) => {
        #[allow(clippy::too_many_arguments)]
        pub(super) fn $name($($parameter: $type),*) -> $crate::Rows<$row> {
            ::sqlx::query($sql)$(.bind($parameter))*.try_map($crate::statements!(@read $kind))
        }
    };
    (@function $name:ident [$($parameter:ident: $type:ty),*] [] $sql:expr) => {
        #[allow(clippy::too_many_arguments)]
        pub(super) fn $name($($parameter: $type),*) -> $crate::Query {
            ::sqlx::query($sql)$(.bind($parameter))*
        }
    };

    (@read row) => { |row| ::sqlx::FromRow::from_row(&row) };
    (@read value) => { |row| ::sqlx::Row::try_get(&row, 0) };

    (@columns row $row:ty) => { <$row as $crate::Columns>::columns() };
    (@columns value $value:ty) => { vec![$crate::Column::unnamed::<$value>()] };
    (@columns) => { vec![] };
}
