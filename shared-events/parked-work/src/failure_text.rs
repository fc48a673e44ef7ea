//! The texts of failures, as operators see them.

use std::any::Any;

/// The text with its NUL characters replaced, because Postgres cannot store them.
pub fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// The message of a panic.
pub fn of_panic(panic: &(dyn Any + Send)) -> &str {
    let owned = panic.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_panic_is_its_message() {
        assert_eq!(of_panic(&"a bug"), "a bug");
        assert_eq!(of_panic(&"a bug".to_owned()), "a bug");
        assert_eq!(of_panic(&7), "without a text");
    }

    #[test]
    fn a_nul_is_replaced() {
        assert_eq!(storable("odd: \0"), "odd: \u{fffd}");
    }
}
