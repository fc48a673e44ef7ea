//! Describes [`Dollars`](shared_events::money::Dollars) in OpenAPI as the number that appears in JSON.

fn main() {
    utoipa_config::Config::new().alias_for("Dollars", "f64").write_to_file();
}
