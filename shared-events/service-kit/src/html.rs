//! Escapes text for HTML and XML.

/// The text with `& < > " '` escaped as entities, for use between tags and in quoted attributes.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn escaped_text_cannot_end_an_attribute_or_begin_a_tag() {
        assert_eq!(escaped(r#"<b a='1' c="2">&"#), "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;");
        assert_eq!(escaped("Plain plums, 3 lb"), "Plain plums, 3 lb");
    }
}
