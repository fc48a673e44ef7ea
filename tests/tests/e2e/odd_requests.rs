//! Tests that every request is answered, and never with a 5xx. Malforms bodies, fields, paths, queries and headers of
//! every operation in many ways.

use serde_json::{Value, json};

use crate::{
    instance::Instance,
    operations::{self, Operation},
    test_shop::TestShop,
    wire,
};

const JSON: &[u8] = b"content-type: application/json";

/// Sends requests in one role and collects the unexpected answers.
struct Caller<'a> {
    shop: &'a TestShop<'a>,
    sent: u32,
    wrong: Vec<String>,
}

impl Caller<'_> {
    fn send(&mut self, operation: &Operation, what: &str, request: &wire::Request<'_>) -> u16 {
        self.sent += 1;
        let base = if operation.method == "GET" {
            self.shop.instance.queries()
        } else {
            self.shop.instance.commands()
        };
        match wire::send(base, request) {
            Ok(status) if status < 500 => return status,
            Ok(status) => self.wrong.push(format!("{}: {what}: {status}", operation.name())),
            Err(error) => self.wrong.push(format!("{}: {what}: {error}", operation.name())),
        }
        0
    }

    fn must_refuse(&mut self, operation: &Operation, what: &str, status: u16) {
        if !(400..500).contains(&status) && status != 0 {
            self.wrong.push(format!("{}: {what} was accepted with {status}", operation.name()));
        }
    }
}

/// Bodies that are not JSON, or that no operation accepts.
fn broken_bodies() -> Vec<(&'static str, Vec<u8>)> {
    let utf16: Vec<u8> = "{\"a\":1}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    vec![
        ("nothing", vec![]),
        ("half an object", b"{\"a\":".to_vec()),
        ("invalid UTF-8", b"{\"name\":\"\xff\xfe\"}".to_vec()),
        ("a byte order mark", b"\xef\xbb\xbf{}".to_vec()),
        ("UTF-16", utf16),
        ("a lone surrogate", b"{\"name\":\"\\ud800\"}".to_vec()),
        ("deep nesting", [vec![b'['; 100_000], vec![b']'; 100_000]].concat()),
        ("NUL bytes", vec![0; 100]),
        ("a list", b"[]".to_vec()),
        ("a text", b"\"x\"".to_vec()),
        ("null", b"null".to_vec()),
        ("more than a megabyte", [b"\"".to_vec(), vec![b'x'; 1_100_000], b"\"".to_vec()].concat()),
        ("more than eight", [b"\"".to_vec(), vec![b'x'; 9_000_000], b"\"".to_vec()].concat()),
    ]
}

fn odd_values() -> Vec<String> {
    let mut values: Vec<String> = [
        "null",
        "[]",
        "{}",
        "true",
        "-1",
        "0",
        "1e308",
        "1e999",
        "-1e-999",
        "18446744073709551616",
        "0.1",
        "\"\"",
        "\" \"",
        "\"\\u0000\"",
        "\"x\\u0000y\"",
        "\"\\ud800\"",
        "\"\\ud83d\\ude00\"",
        "\"\\u202e\"",
        "\"'; --\"",
        "\"../../etc/passwd\"",
        "\"2026-13-45\"",
        "\"NaN\"",
        "[null]",
        "[[[]]]",
        "{\"a\":{\"a\":{}}}",
    ]
    .map(str::to_owned)
    .into();
    values.push(format!("\"{}\"", "x".repeat(100_000)));
    values.push(format!("\"{}\"", "é".repeat(3_000)));
    values.push(format!("[{}]", vec!["1"; 5_000].join(",")));
    values
}

/// The JSON pointers of all members.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => members.iter().for_each(|(name, value)| {
            let place = format!("{at}/{name}");
            found.push(place.clone());
            places(value, &place, found);
        }),
        Value::Array(values) => {
            values.iter().take(1).for_each(|value| places(value, &format!("{at}/0"), found))
        }
        _ => {}
    }
}

/// The body with this text, which need not be valid JSON, at one place.
fn with(body: &Value, place: &str, text: &str) -> Vec<u8> {
    const SPOILED_PLACE: &str = "\u{1}here\u{1}";
    let mut body = body.clone();
    *body.pointer_mut(place).expect("the place is there") = json!(SPOILED_PLACE);
    body.to_string().replace(&json!(SPOILED_PLACE).to_string(), text).into_bytes()
}

/// The token of a caller whom the operation accepts, found out with an empty list as the body. `None` for an operation
/// that would end the caller's session.
fn accepted_token<'a>(shop: &'a TestShop<'_>, operation: &Operation, path: &str) -> Option<&'a str> {
    if operation.ends_sessions() {
        return None;
    }
    let everybody = [&shop.customer, &shop.merchant, &shop.admin];
    let request =
        |token| wire::Request { method: &operation.method, path, token, headers: &[JSON], body: b"[]" };
    let base = if operation.method == "GET" { shop.instance.queries() } else { shop.instance.commands() };
    let known = |status: Result<u16, String>| !matches!(status, Ok(401 | 403 | 404));
    everybody.into_iter().map(|one| one.token()).find(|token| known(wire::send(base, &request(Some(token)))))
}

#[test]
fn no_request_causes_a_server_error() {
    let instance = Instance::of_choice();
    let operations = operations::all(&instance);
    let shop = TestShop::of(&instance, &operations);
    let mut caller = Caller { shop: &shop, sent: 0, wrong: Vec::new() };
    for operation in &operations {
        if operation.example.is_some() {
            spoil_bodies(&mut caller, operation);
        }
        if operation.has_parameters() {
            spoil_paths(&mut caller, operation);
        }
        spoil_queries(&mut caller, operation);
        spoil_headers(&mut caller, operation);
    }
    println!("{} odd requests to {} operations", caller.sent, operations.len());
    assert!(caller.wrong.is_empty(), "{} of {}: {:#?}", caller.wrong.len(), caller.sent, caller.wrong);
    assert!(caller.sent > 1_000);
}

fn request<'a>(
    operation: &'a Operation,
    path: &'a str,
    token: Option<&'a str>,
    headers: &'a [&'a [u8]],
    body: &'a [u8],
) -> wire::Request<'a> {
    wire::Request { method: &operation.method, path, token, headers, body }
}

fn spoil_bodies(caller: &mut Caller<'_>, operation: &Operation) {
    let shop = caller.shop;
    let path = operation.path_with(&|name| shop.parameter(operation, name));
    let token = accepted_token(shop, operation, &path);
    for (what, body) in broken_bodies() {
        let status = caller.send(operation, what, &request(operation, &path, token, &[JSON], &body));
        // Some bodies are optional, so an empty one may be accepted.
        if !body.is_empty() {
            caller.must_refuse(operation, what, status);
        }
    }
    let body = shop.body(operation).expect("it has an example");
    for media in
        ["", "text/plain", "application/xml", "multipart/form-data", "application/json; charset=\"", "\u{1}"]
    {
        let header = format!("content-type: {media}").into_bytes();
        let text = body.to_string();
        let status =
            caller.send(operation, media, &request(operation, &path, token, &[&header], text.as_bytes()));
        // A JSON media type with an unusual parameter is still JSON.
        if !media.starts_with("application/json") {
            caller.must_refuse(operation, media, status);
        }
    }
    let twice = body.to_string().replacen('{', "{\"email\":1,\"email\":2,\"name\":[],\"name\":{},", 1);
    caller.send(operation, "members twice", &request(operation, &path, token, &[JSON], twice.as_bytes()));
    let mut found = Vec::new();
    places(&body, "", &mut found);
    for place in found {
        for value in odd_values() {
            let shown: String = value.chars().take(40).collect();
            let spoilt = with(&body, &place, &value);
            caller.send(
                operation,
                &format!("{place} = {shown}"),
                &request(operation, &path, token, &[JSON], &spoilt),
            );
        }
    }
}

fn spoil_paths(caller: &mut Caller<'_>, operation: &Operation) {
    // Send a valid body, so that the path decides about the answer.
    let body = caller.shop.body(operation).unwrap_or_else(|| json!({})).to_string();
    let long = "x".repeat(5_000);
    let values = [
        "%00",
        "%ff",
        "%ed%a0%80",
        "..%2f..%2fetc",
        "..",
        "%",
        "%zz",
        "00000000-0000-0000-0000-000000000000",
        "%F0%9F%98%80",
        "'",
        "%20",
        "-1",
        "99999999999999999999",
        "a%2Fb",
        &long,
    ];
    for value in values {
        let path = operation.path_with(&|_| value.to_owned());
        for token in [None, Some(caller.shop.admin.token()), Some(caller.shop.merchant.token())] {
            let request = wire::Request {
                method: &operation.method,
                path: &path,
                token,
                headers: &[JSON],
                body: body.as_bytes(),
            };
            caller.send(operation, &format!("the path {path:.60}"), &request);
        }
    }
}

fn spoil_queries(caller: &mut Caller<'_>, operation: &Operation) {
    let shop = caller.shop;
    let path = operation.path_with(&|_| "6b1f0c9e-7a53-4f0e-9d55-3c6a1f0e2b4d".to_owned());
    let long = "x".repeat(5_000);
    let values = [
        "",
        "%00",
        "%ff",
        "-1",
        "0",
        "1e999",
        "NaN",
        "99999999999999999999",
        "%E2%80%AE",
        "'",
        "%25",
        "[]",
        "true",
        &long,
        "2026-13-45",
        "_",
        "%5C",
    ];
    let queries = operation.queries.iter().map(String::as_str).chain(["unknown"]);
    for name in queries {
        for value in values {
            let path = format!("{path}?{name}={value}");
            let token = (!operation.ends_sessions()).then(|| shop.admin.token());
            let request =
                wire::Request { method: &operation.method, path: &path, token, headers: &[], body: b"" };
            caller.send(operation, &format!("the query {name}={value:.40}"), &request);
        }
    }
}

fn spoil_headers(caller: &mut Caller<'_>, operation: &Operation) {
    let path = operation.path_with(&|_| "nothing".to_owned());
    let long = [b"x-long: ".to_vec(), vec![b'x'; 20_000]].concat();
    let headers: [&[u8]; 14] = [
        b"authorization: Bearer",
        b"authorization: Bearer \xff",
        b"authorization: Basic eDp4",
        b"authorization: Bearer a.b.c",
        b"greenstall-after: x",
        b"greenstall-after: 99999999999999999999999",
        b"greenstall-after: -1",
        b"idempotency-key: ",
        b"idempotency-key: \xff",
        b"accept: nothing",
        b"accept-encoding: \xff",
        b"if-none-match: \"",
        b"stripe-signature: t=x,v1=",
        &long,
    ];
    for header in headers {
        let what = format!("the header {:.60}", String::from_utf8_lossy(header));
        let request = wire::Request {
            method: &operation.method,
            path: &path,
            token: None,
            headers: &[header, JSON],
            body: b"{}",
        };
        caller.send(operation, &what, &request);
    }
}
