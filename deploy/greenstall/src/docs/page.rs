//! The page as a whole: an introduction, a list of the groups, and the operations of each group.

use std::collections::BTreeMap;

use serde_json::Value;
use service_kit::html::escaped;

use super::operation::{self, Operation};

const INTRODUCTION: &str = "<p>Addresses begin with <code>/api</code>; bodies and answers are JSON. Money is in dollars, \
    times are UTC. Every error has <code>success: false</code> and a <code>message</code> for people, as a problem \
    document (RFC 9457).</p>\
    <p>Send the token of a login, or an API key, as <code>Authorization: Bearer …</code>. A merchant creates keys with \
    <code>POST /api-keys</code>. A key makes the calls that name one of its scopes; a missing scope is a 403 that names \
    it.</p>\
    <p>The answer of a command has the header <code>Greenstall-Position</code>. Send it as <code>Greenstall-After</code> \
    with the next read, and the read sees the change. Send an <code>Idempotency-Key</code> with a command, and you can \
    repeat it safely.</p>\
    <p>For programs: <a href=\"/api/docs/query.json\">reads</a> and <a href=\"/api/docs/command.json\">commands</a> as \
    OpenAPI documents.</p>";

/// The page about the operations of these documents.
pub(super) fn html(documents: &[&Value]) -> String {
    let mut groups: BTreeMap<&str, Vec<Operation<'_>>> = BTreeMap::new();
    for document in documents {
        for operation in operation::all(document) {
            groups.entry(operation.group()).or_default().push(operation);
        }
    }
    let mut contents = String::new();
    let mut sections = String::new();
    for (name, mut operations) in groups {
        operations.sort_by_key(Operation::order);
        let name = escaped(name);
        contents += &format!("<li><a href=\"#{name}\">{name}</a></li>");
        sections += &format!("<section id=\"{name}\"><h2>{name}</h2>");
        operations.iter().for_each(|operation| sections += &operation.html());
        sections += "</section>";
    }
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Greenstall API</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <link rel=\"stylesheet\" href=\"/api/docs/style.css\"></head><body><header><h1>Greenstall API</h1>\
         {INTRODUCTION}</header><nav aria-label=\"Groups\"><ul>{contents}</ul></nav><main>{sections}</main></body></html>"
    )
}
