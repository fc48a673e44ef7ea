//! The commands, one per line, that a test sends to a double in another process.

use std::time::Duration;

use crate::{Double, Fault};

/// Runs a command such as `cut-after 2`. Returns `ok`, or a message that says why the line is not a command.
#[must_use]
pub fn run_command(double: &Double, line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let outcome = match words[..] {
        ["delay", milliseconds] => {
            milliseconds.parse().map(|time| double.faults().delay(Duration::from_millis(time))).ok()
        }
        ["cut"] => {
            double.cut();
            Some(())
        }
        ["lead"] => {
            double.follow(None);
            Some(())
        }
        ["follow", leader] => leader.parse().map(|leader| double.follow(Some(leader))).ok(),
        [fault, times] => fault_named(fault)
            .and_then(|fault| times.parse().ok().map(|times| double.faults().plan(fault, times))),
        _ => None,
    };
    match outcome {
        Some(()) => "ok".to_owned(),
        None => format!("not understood: {line}"),
    }
}

fn fault_named(name: &str) -> Option<Fault> {
    Some(match name {
        "cut-before" => Fault::CutBefore,
        "cut-after" => Fault::CutAfter,
        "hang" => Fault::Hang,
        "not-leader" => Fault::NotLeader,
        "behind" => Fault::Behind,
        "cut-read" => Fault::CutRead,
        "whole" => Fault::Whole,
        _ => return None,
    })
}
