//! One operation on the page.

use serde_json::Value;
use service_kit::html::escaped;

use super::schema;

/// An operation of a document.
pub(super) struct Operation<'a> {
    method: &'a str,
    path: &'a str,
    described: &'a Value,
    /// The document, for the schemas that the operation refers to.
    document: &'a Value,
}

/// All operations of a document.
pub(super) fn all(document: &Value) -> impl Iterator<Item = Operation<'_>> {
    let paths = document["paths"].as_object().into_iter().flatten();
    paths.flat_map(move |(path, item)| {
        let operations = item.as_object().into_iter().flatten();
        operations.map(move |(method, described)| Operation { method, path, described, document })
    })
}

/// The name of an operation's place on the page: `get-orders-id`.
pub(super) fn anchor(method: &str, path: &str) -> String {
    let mut anchor = method.to_owned();
    for part in path.split('/').filter(|part| !part.is_empty()) {
        anchor.push('-');
        // A placeholder differs from a part of the same name.
        anchor.extend(
            part.chars().map(|letter| if letter == '{' { '_' } else { letter }).filter(|one| *one != '}'),
        );
    }
    anchor
}

impl<'a> Operation<'a> {
    pub(super) fn group(&self) -> &'a str {
        self.described["tags"][0].as_str().unwrap_or("others")
    }

    /// Operations are listed by path; reads come first.
    pub(super) fn order(&self) -> (String, u8) {
        let rank = ["get", "post", "put", "delete"].iter().position(|method| *method == self.method);
        (self.path.to_owned(), rank.and_then(|rank| u8::try_from(rank).ok()).unwrap_or(u8::MAX))
    }

    pub(super) fn html(&self) -> String {
        let (method, path) = (self.method.to_uppercase(), escaped(self.path));
        let summary = text(&self.described["summary"]);
        let mut html = format!(
            "<details class=\"operation\" id=\"{}\"><summary><b class=\"{}\">{method}</b> <code>{path}</code> \
             <span>{summary}</span></summary>",
            anchor(self.method, self.path),
            self.method
        );
        if let Some(description) = self.described["description"].as_str() {
            html += &format!("<p>{}</p>", escaped(description));
        }
        html += &format!("<p class=\"who\">{}</p>", self.who_may_call());
        html += &self.parameters();
        html += &self.body();
        html += &self.answers();
        html + "</details>"
    }

    fn who_may_call(&self) -> String {
        let ways = self.described["security"].as_array().map(Vec::as_slice).unwrap_or_default();
        let has = |scheme: &str| ways.iter().any(|way| way.get(scheme).is_some());
        let open =
            ways.is_empty() || ways.iter().any(|way| way.as_object().is_some_and(serde_json::Map::is_empty));
        let mut who = match (open, has("bearer")) {
            (true, true) => "Anybody; a login shows more.",
            (true, false) => "Anybody.",
            (false, _) => "Needs a login.",
        }
        .to_owned();
        if let Some(scope) = ways.iter().find_map(|way| way["apiKey"][0].as_str()) {
            who += &format!(" API keys need the scope <code>{}</code>.", escaped(scope));
        }
        who
    }

    fn parameters(&self) -> String {
        let parameters = self.described["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
        if parameters.is_empty() {
            return String::new();
        }
        let mut html = "<h3>Parameters</h3><dl>".to_owned();
        for parameter in parameters {
            let required = if parameter["required"] == true { ", required" } else { "" };
            html += &format!(
                "<dt><code>{}</code> <i>{}: {}{required}</i></dt><dd>{}</dd>",
                text(&parameter["name"]),
                text(&parameter["in"]),
                escaped(&schema::kind(&parameter["schema"])),
                text(&parameter["description"])
            );
        }
        html + "</dl>"
    }

    fn body(&self) -> String {
        let Some(content) = self.described["requestBody"]["content"].as_object() else {
            return String::new();
        };
        content.iter().fold("<h3>Body</h3>".to_owned(), |html, (media_type, content)| {
            html + &self.content(media_type, content)
        })
    }

    fn answers(&self) -> String {
        let mut html = "<h3>Answers</h3>".to_owned();
        for (status, answer) in self.described["responses"].as_object().into_iter().flatten() {
            html += &format!("<p><b>{}</b> {}</p>", escaped(status), text(&answer["description"]));
            // All errors have the same form, which the introduction describes.
            for (media_type, content) in answer["content"].as_object().into_iter().flatten() {
                if media_type != "application/problem+json" {
                    html += &self.content(media_type, content);
                }
            }
        }
        html
    }

    fn content(&self, media_type: &str, content: &Value) -> String {
        let mut html = format!("<p><i>{}</i></p>", escaped(media_type));
        let members = schema::members(&content["schema"], self.document);
        if !members.is_empty() {
            html += "<dl>";
            for member in members {
                html += &format!(
                    "<dt><code>{}</code> <i>{}</i></dt><dd>{}</dd>",
                    escaped(&member.name),
                    escaped(&member.kind),
                    escaped(&member.description)
                );
            }
            html += "</dl>";
        }
        if let Some(example) = content.get("example").filter(|example| !example.is_null()) {
            let pretty = serde_json::to_string_pretty(example).expect("an example is plain data");
            html += &format!("<pre>{}</pre>", escaped(&pretty));
        }
        html
    }
}

fn text(value: &Value) -> String {
    escaped(value.as_str().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_operation_says_who_may_call_it() {
        for (security, expected) in [
            (json!([]), "Anybody."),
            (json!([{}, {"bearer": []}]), "Anybody; a login shows more."),
            (json!([{"bearer": []}]), "Needs a login."),
            (
                json!([{"bearer": []}, {"apiKey": ["orders:read"]}]),
                "Needs a login. API keys need the scope <code>orders:read</code>.",
            ),
        ] {
            let document = json!({"paths": {"/orders": {"get": {"security": security}}}});
            let who = all(&document).next().map(|operation| operation.who_may_call());
            assert_eq!(who.as_deref(), Some(expected));
        }
    }

    #[test]
    fn texts_of_a_description_are_escaped() {
        let document = json!({"paths": {"/a": {"get": {
            "summary": "a < b", "description": "<script>", "parameters": [{"name": "\"x", "in": "query", "schema": {}}],
        }}}});
        let html: String = all(&document).map(|operation| operation.html()).collect();
        assert!(
            html.contains("a &lt; b") && html.contains("&lt;script&gt;") && html.contains("&quot;x"),
            "{html}"
        );
    }

    #[test]
    fn anchors_differ_where_paths_do() {
        assert_eq!(anchor("get", "/orders/{id}"), "get-orders-_id");
        assert_ne!(anchor("get", "/orders/{id}"), anchor("get", "/orders/id"));
    }
}
