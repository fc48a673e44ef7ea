//! Tests how processes start, accept connections and stop.

mod balancer;
mod database_roles;
mod dump;
mod process;
mod rolling;
mod slow_clients;
mod standing;
mod starts;
