//! The sizes in which pictures are stored.

/// The `srcset` of a picture that exists in more than one size.
pub(super) fn choice(path: &str) -> Option<String> {
    small_picture(path).map(|small| format!("{small} 400w, {path} 800w"))
}

/// The path of a picture's small size, if it has one; the same rule as in `ui/src/lib/files.ts`.
fn small_picture(path: &str) -> Option<String> {
    let name = path.strip_suffix(".webp")?;
    let parts: Vec<&str> = name.strip_prefix('/')?.split('/').collect();
    let is_digest = |digits: &str| {
        digits.len() == 32 && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let in_two_sizes = match parts.as_slice() {
        ["demo", picture] => !picture.is_empty(),
        ["api", "uploads", "products" | "businesses", owner, digits] => {
            !owner.is_empty() && is_digest(digits)
        }
        _ => false,
    };
    in_two_sizes.then(|| format!("{name}-400.webp"))
}
