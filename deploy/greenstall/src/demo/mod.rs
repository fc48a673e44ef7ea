//! The demo market: merchants, products, customers and orders to look at and to try things on.

pub mod market;
