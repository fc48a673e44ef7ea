//! `command-service openapi` prints the OpenAPI description of the HTTP interface.

use std::{
    io::{self, Write},
    process::ExitCode,
};

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() != Some("openapi") {
        let _ = writeln!(io::stderr(), "usage: command-service openapi");
        return ExitCode::FAILURE;
    }
    let json = command_service::document().to_pretty_json().expect("a description is plain data");
    match writeln!(io::stdout(), "{json}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
