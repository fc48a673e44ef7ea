//! Tests how processes start, take connections and stop.

mod balancer;
mod process;
mod rolling;
mod slow_clients;
mod starts;
