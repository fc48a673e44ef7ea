//! What one Rust file says of modules: which it declares, what it imports, which paths it names. Code for tests alone is
//! left out.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A path as it is written: `["super", "reading", "read"]`.
pub(super) type Names = Vec<String>;

/// A module of a file: the file itself, or one that stands inside it in braces.
#[derive(Debug, Default)]
pub(super) struct Source {
    /// Modules with a file of their own.
    pub(super) declared: Vec<String>,
    /// Modules in braces.
    pub(super) inner: Vec<(String, Source)>,
    pub(super) imports: Vec<Import>,
    /// The names of its items.
    pub(super) items: BTreeSet<String>,
    /// Names with at least one `::`, outside of imports.
    pub(super) paths: Vec<Names>,
    /// Names without one that its code uses.
    pub(super) names: BTreeSet<String>,
}

/// One name that a `use` brings.
#[derive(Debug)]
pub(super) struct Import {
    pub(super) path: Names,
    /// What it is called here; none for `*`.
    pub(super) name: Option<String>,
    /// Others may use it from here, too.
    pub(super) is_public: bool,
}

impl Source {
    /// Reads the text of a file.
    pub(super) fn of(text: &str) -> Self {
        let tokens: TokenStream = text.parse().expect("a Rust file");
        let mut source = Self::default();
        source.read(tokens);
        source
    }

    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at = match token {
                TokenTree::Punct(punct) if punct.as_char() == '#' && is_for_tests(tokens.get(at + 1)) => {
                    end_of_item(&tokens, at + 2)
                }
                TokenTree::Group(group) => {
                    self.read(group.stream());
                    at + 1
                }
                TokenTree::Ident(_) => self.read_name(&tokens, at),
                _ => at + 1,
            };
        }
    }

    /// Reads what begins with a name, and says where it ends.
    fn read_name(&mut self, tokens: &[TokenTree], at: usize) -> usize {
        let word = name_at(tokens, at).expect("a name stands here");
        match (word.as_str(), tokens.get(at + 1)) {
            ("mod", Some(TokenTree::Ident(name))) => {
                if let Some(TokenTree::Group(body)) = tokens.get(at + 2) {
                    let mut inner = Self::default();
                    inner.read(body.stream());
                    self.inner.push((name.to_string(), inner));
                } else {
                    self.declared.push(name.to_string());
                }
                return at + 3;
            }
            // Elsewhere the word stands before `<`, in the bounds of a type.
            ("use", Some(next)) if !is_punct(Some(next), '<') => {
                return self.read_import(tokens, at + 1, &Vec::new(), is_public(&tokens[..at])) + 1;
            }
            (
                "fn" | "struct" | "enum" | "union" | "trait" | "type" | "const" | "static",
                Some(TokenTree::Ident(name)),
            ) => {
                self.items.insert(name.to_string());
                return at + 2;
            }
            _ => {}
        }
        let mut path = vec![word];
        let mut end = at + 1;
        while let (true, Some(name)) = (is_colons(tokens, end), name_at(tokens, end + 2)) {
            path.push(name);
            end += 3;
        }
        // Not the name of a field or a method.
        let is_member = at > 0 && is_punct(tokens.get(at - 1), '.') || is_punct(tokens.get(end), ':');
        if path.len() > 1 {
            self.paths.push(path);
        } else if !is_member || is_colons(tokens, end) {
            self.names.extend(path);
        }
        end
    }

    /// Reads one tree of a `use`, and says where it ends.
    fn read_import(&mut self, tokens: &[TokenTree], at: usize, before: &Names, is_public: bool) -> usize {
        let mut path = before.clone();
        let mut at = if is_colons(tokens, at) { at + 2 } else { at };
        loop {
            match tokens.get(at) {
                Some(TokenTree::Group(trees)) if trees.delimiter() == Delimiter::Brace => {
                    let trees: Vec<TokenTree> = trees.stream().into_iter().collect();
                    let mut inside = 0;
                    while inside < trees.len() {
                        inside = self.read_import(&trees, inside, &path, is_public) + 1;
                    }
                    return at + 1;
                }
                Some(TokenTree::Punct(star)) if star.as_char() == '*' => {
                    self.imports.push(Import { path, name: None, is_public });
                    return at + 1;
                }
                _ => path.push(name_at(tokens, at).expect("a name, a list or a star")),
            }
            at += 1;
            if !is_colons(tokens, at) {
                break;
            }
            at += 2;
        }
        if path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let mut name = path.last().cloned();
        if name_at(tokens, at).is_some_and(|word| word == "as") {
            name = name_at(tokens, at + 1);
            at += 2;
        }
        self.imports.push(Import { path, name, is_public });
        at
    }
}

fn name_at(tokens: &[TokenTree], at: usize) -> Option<String> {
    match tokens.get(at) {
        Some(TokenTree::Ident(name)) => Some(name.to_string()),
        _ => None,
    }
}

fn is_punct(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

fn is_colons(tokens: &[TokenTree], at: usize) -> bool {
    is_punct(tokens.get(at), ':') && is_punct(tokens.get(at + 1), ':')
}

/// Whether what stands before a `use` ends with `pub`, `pub(crate)` and the like.
fn is_public(before: &[TokenTree]) -> bool {
    let last = before.len().checked_sub(1);
    let word = last.map(|last| match before[last] {
        TokenTree::Group(_) => last.checked_sub(1).and_then(|at| name_at(before, at)),
        _ => name_at(before, last),
    });
    word.flatten().is_some_and(|word| word == "pub")
}

/// Whether these are the brackets of `#[cfg(test)]`.
fn is_for_tests(brackets: Option<&TokenTree>) -> bool {
    matches!(brackets, Some(TokenTree::Group(group)) if group.stream().to_string().replace(' ', "") == "cfg(test)")
}

/// Where the item ends that begins here: behind its braces, or its semicolon.
fn end_of_item(tokens: &[TokenTree], begin: usize) -> usize {
    let mut at = begin;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token {
            TokenTree::Punct(punct) if punct.as_char() == ';' => return at,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                return if is_punct(tokens.get(at), ';') { at + 1 } else { at };
            }
            _ => {}
        }
    }
    at
}
