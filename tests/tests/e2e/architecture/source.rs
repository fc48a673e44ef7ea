//! Parses one Rust file: the modules it declares, the names it imports, and the paths it uses. Code that is only for
//! tests is skipped.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A path by its segments: `["super", "reading", "read"]`.
pub(super) type Names = Vec<String>;

/// A module: a file, or an inline module inside a file.
#[derive(Debug, Default)]
pub(super) struct Source {
    /// The names of modules with files of their own.
    pub(super) declared: Vec<String>,
    /// The inline modules, by name.
    pub(super) inner: Vec<(String, Source)>,
    pub(super) imports: Vec<Import>,
    /// The names of the module's items.
    pub(super) items: BTreeSet<String>,
    /// Paths with at least one `::` outside of imports.
    pub(super) paths: Vec<Names>,
    /// Single names that the code uses.
    pub(super) names: BTreeSet<String>,
}

/// One name that a `use` brings into scope.
#[derive(Debug)]
pub(super) struct Import {
    pub(super) path: Names,
    /// The name in this module; `None` for a glob import.
    pub(super) name: Option<String>,
    /// Whether the import is a re-export.
    pub(super) is_public: bool,
}

impl Source {
    /// Parses the text of a file.
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

    /// Parses the tokens that begin with a name; returns the index after them.
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
            // `use<…>` in the bounds of a type is no import.
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
        // Skip the names of fields and methods.
        let is_member = at > 0 && is_punct(tokens.get(at - 1), '.') || is_punct(tokens.get(end), ':');
        if path.len() > 1 {
            self.paths.push(path);
        } else if !is_member || is_colons(tokens, end) {
            self.names.extend(path);
        }
        end
    }

    /// Parses one tree of a `use`; returns the index after it.
    fn read_import(&mut self, tokens: &[TokenTree], at: usize, before: &Names, is_public: bool) -> usize {
        let mut path = before.clone();
        let mut at = match tokens.get(at) {
            _ if is_colons(tokens, at) => at + 2,
            // `$crate` in a macro.
            dollar if is_punct(dollar, '$') => at + 1,
            _ => at,
        };
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

pub(super) fn name_at(tokens: &[TokenTree], at: usize) -> Option<String> {
    match tokens.get(at) {
        Some(TokenTree::Ident(name)) => Some(name.to_string()),
        _ => None,
    }
}

pub(super) fn is_punct(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

pub(super) fn is_colons(tokens: &[TokenTree], at: usize) -> bool {
    is_punct(tokens.get(at), ':') && is_punct(tokens.get(at + 1), ':')
}

/// Whether the tokens before a `use` end with `pub`, `pub(crate)` and the like.
fn is_public(before: &[TokenTree]) -> bool {
    let last = before.len().checked_sub(1);
    let word = last.map(|last| match before[last] {
        TokenTree::Group(_) => last.checked_sub(1).and_then(|at| name_at(before, at)),
        _ => name_at(before, last),
    });
    word.flatten().is_some_and(|word| word == "pub")
}

/// Whether these are the brackets of the attribute `#[cfg(test)]`.
pub(super) fn is_for_tests(brackets: Option<&TokenTree>) -> bool {
    matches!(brackets, Some(TokenTree::Group(group)) if group.stream().to_string().replace(' ', "") == "cfg(test)")
}

/// The index after the item that begins here: after its braces or its semicolon.
pub(super) fn end_of_item(tokens: &[TokenTree], begin: usize) -> usize {
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
