//! Tests who may call what: callers of each role call every operation of both services, over HTTP, on real services.
//! The expected statuses are in `authorization.txt`; `UPDATE_GOLDEN=1` rewrites it.

use std::{fmt::Write, fs, path::PathBuf};

use crate::{
    instance::Instance,
    operations::{self, Operation},
    test_shop::TestShop,
    wire,
};

/// The roles, in the order in which they call. The least privileged come first, so that an operation has no effect
/// before callers with more rights call it.
const ROLES: [&str; 7] = ["visitor", "deactivated", "stranger", "other-m", "customer", "merchant", "admin"];

fn call(shop: &TestShop<'_>, operation: &Operation, role: &str) -> u16 {
    let token = match role {
        "deactivated" => Some(shop.deactivated.token()),
        "stranger" => Some(shop.stranger.token()),
        "other-m" => Some(shop.other_merchant.token()),
        "customer" => Some(shop.customer.token()),
        "merchant" => Some(shop.merchant.token()),
        "admin" => Some(shop.admin.token()),
        _ => None,
    };
    // Each caller gets a new resource, so that no earlier call has changed it.
    let path = operation.path_with(&|name| shop.parameter(operation, name));
    let json = shop.body(operation).map(|body| body.to_string());
    let (media, body): (&[u8], Vec<u8>) = match json {
        Some(body) => (b"content-type: application/json", body.into_bytes()),
        None if operation.takes_files => {
            (b"content-type: multipart/form-data; boundary=x", b"--x--\r\n".to_vec())
        }
        None => (b"accept: */*", Vec::new()),
    };
    let after = format!("greenstall-after: {}", shop.seen());
    let headers: &[&[u8]] = &[media, after.as_bytes()];
    let request = wire::Request { method: &operation.method, path: &path, token, headers, body: &body };
    let base = if operation.method == "GET" { shop.instance.queries() } else { shop.instance.commands() };
    wire::send(base, &request).unwrap_or_else(|error| panic!("{} as {role}: {error}", operation.name()))
}

#[test]
fn every_role_may_call_exactly_what_the_table_says() {
    answers_as_the_table_says(&Instance::of_choice());
}

/// Calls every operation as somebody of each kind on a new shop. Panics when an answer is not the one in the table.
pub(crate) fn answers_as_the_table_says(instance: &Instance) {
    let mut operations = operations::all(instance);
    // Call the operations that end sessions last.
    operations.sort_by_key(Operation::ends_sessions);
    let shop = TestShop::of(instance, &operations);
    let mut rows = Vec::new();
    let mut wrong = Vec::new();
    for operation in &operations {
        let mut row = format!("{:<48}", operation.name());
        for role in ROLES {
            // A caller who is authorized would lose the session that later calls need, so only callers that are refused
            // call these.
            let status = match role {
                "visitor" | "deactivated" => call(&shop, operation, role),
                _ if operation.ends_sessions() && operation.example.is_none() => {
                    row.push_str("           -");
                    continue;
                }
                _ => call(&shop, operation, role),
            };
            let _ = write!(row, "{status:>12}");
            let line = format!("{} as {role}: {status}", operation.name());
            if status >= 500 {
                wrong.push(line.clone());
            }
            let nobody = role == "visitor" || (role == "deactivated" && shop.deactivates);
            if operation.needs_token && nobody && status != 401 {
                wrong.push(line.clone());
            }
            let only_admins = operation.path.starts_with("/admin/");
            if only_admins && !matches!(role, "visitor" | "deactivated" | "admin") && status != 403 {
                wrong.push(line);
            }
        }
        rows.push(row.trim_end().to_owned());
    }
    rows.sort_by_key(|row| row.split_whitespace().nth(1).map(str::to_owned));
    let calls = operations.len() * ROLES.len();
    let mut table = format!(
        "# Who may do what, as answered by real services: {} operations, {} kinds of callers, {calls} cells.\n\
         # stranger is another customer, other-m another merchant; things belong to customer and merchant. 401 not logged in,\n\
         # 403 another role, 404 somebody else's. 2xx and 409, 413, 415, 422 were let in; - would end the caller's own session.\n\n",
        operations.len(),
        ROLES.len(),
    );
    let _ = write!(table, "{:<48}", "");
    for role in ROLES {
        let _ = write!(table, "{role:>12}");
    }
    table.push('\n');
    for row in &rows {
        let _ = writeln!(table, "{row}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");

    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/e2e/authorization.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&file, &table).expect("the table is written");
    }
    let committed = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(committed, table, "UPDATE_GOLDEN=1 writes the table; look at what has changed");
}
