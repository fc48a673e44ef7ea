use std::collections::HashMap;

use super::{Shape, Stall};
use crate::waiting::wait_for;

/// The values of all samples, by name and labels.
fn samples(text: &str) -> HashMap<&str, f64> {
    let samples = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (name, value) = line.rsplit_once(' ').expect("a name and a value");
        (name, value.parse().expect("a number"))
    });
    samples.collect()
}

#[test]
fn the_metrics_follow_a_purchase_in_one_process() {
    follows_a_purchase(Shape::AllInOne, &["/payments/create-intent", "/orders/merchant"]);
}

#[test]
fn the_metrics_follow_a_purchase_in_three_processes() {
    follows_a_purchase(Shape::Split, &["/payments/create-intent"]);
}

fn follows_a_purchase(shape: Shape, asked: &[&str]) {
    let mut stall = Stall::in_shape(shape);
    let before = stall.instance.metrics();
    let before = samples(&before);
    stall.buy();
    wait_for("every view and every process manager to have read the log", || {
        let text = stall.instance.metrics();
        let after = samples(&text);
        assert_eq!(after["greenstall_database_up"], 1.0);
        let head = after["greenstall_log_head_position"];
        assert!(head > before["greenstall_log_head_position"], "{text}");
        let served = |name: &&&str| {
            name.starts_with("greenstall_view_position{") && name.contains("state=\"serving\"")
        };
        let views: Vec<_> = after.keys().filter(served).collect();
        assert!(views.len() >= 4, "{text}");
        let managers = after.keys().filter(|name| name.starts_with("greenstall_process_manager_position{"));
        let all = views.into_iter().chain(managers);
        all.map(|name| after[name]).all(|position| position == head).then_some(())
    });
    let text = stall.instance.metrics();
    for path in asked {
        let counted = text.lines().any(|line| !line.starts_with('#') && line.contains(path));
        assert!(counted, "{path} is not among the requests:\n{text}");
    }
}
