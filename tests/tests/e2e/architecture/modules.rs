//! The modules of a crate, and the dependencies between their files.
//!
//! A file depends on another file when its code, except tests, names an item that the other file defines. Names are
//! followed through imports and re-exports to the file with the definition. So a `mod.rs` that only declares modules
//! and re-exports their items depends on none of them, and users of the re-exports do not depend on the `mod.rs`. The
//! `mod.rs` can be part of a cycle only when it defines an item that a module below it names, and its own code names an
//! item of that module. Method calls are no dependencies: only paths count.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use super::source::{Names, Source};

/// The most imports through which a name is followed, because two imports may lead to each other.
const MAX_PATH_STEPS: usize = 16;

/// For each file, the files that it depends on. Paths are relative to the folder of the crate's root.
pub(super) type FileDependencies = BTreeMap<String, BTreeSet<String>>;

/// A crate's modules by path; the root module has the empty path.
#[derive(Default)]
struct Crate {
    modules: BTreeMap<Names, Module>,
}

struct Module {
    file: String,
    source: Source,
    children: BTreeSet<String>,
}

/// The module or item that a path refers to. An item is represented by the module that defines it.
enum Resolved {
    Module(Names),
    Item(Names),
}

/// The dependencies between a crate's files, beginning at its root (`lib.rs`, `main.rs`).
pub(super) fn file_dependencies(root: &Path) -> FileDependencies {
    let folder = root.parent().expect("a file is in a folder");
    let mut whole = Crate::default();
    whole.read_file(folder, root, folder, Names::new());
    let mut dependencies: FileDependencies =
        whole.modules.values().map(|one| (one.file.clone(), BTreeSet::new())).collect();
    for (path, module) in &whole.modules {
        let used = module.source.imports.iter().filter(|import| {
            let is_named = import.name.as_ref().is_some_and(|name| module.source.names.contains(name));
            !import.is_public || is_named
        });
        let paths = used.map(|import| &import.path).chain(&module.source.paths);
        let by_path = paths.filter_map(|names| whole.resolve(path, names, 0));
        let by_glob = module.source.names.iter().filter_map(|name| whole.resolve_glob(path, module, name, 0));
        for meaning in by_path.chain(by_glob) {
            let Resolved::Item(home) = meaning else { continue };
            let needed = &whole.modules[&home].file;
            if *needed != module.file {
                dependencies.entry(module.file.clone()).or_default().insert(needed.clone());
            }
        }
    }
    dependencies
}

impl Crate {
    /// Reads a file and the files of the modules that it declares, which are in the folder `below`.
    fn read_file(&mut self, root: &Path, file: &Path, below: &Path, path: Names) {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let shown = file.strip_prefix(root).expect("it is below the root").display().to_string();
        self.add(root, &shown, below, path, Source::of(&text));
    }

    fn add(&mut self, root: &Path, file: &str, below: &Path, path: Names, mut source: Source) {
        let mut children = BTreeSet::new();
        for name in &source.declared {
            let [flat, folder] = [below.join(format!("{name}.rs")), below.join(name).join("mod.rs")];
            let found: PathBuf = if flat.exists() { flat } else { folder };
            self.read_file(root, &found, &below.join(name), child(&path, name));
            children.insert(name.clone());
        }
        for (name, inner) in std::mem::take(&mut source.inner) {
            self.add(root, file, &below.join(&name), child(&path, &name), inner);
            children.insert(name);
        }
        self.modules.insert(path, Module { file: file.to_owned(), source, children });
    }

    /// Resolves a path in a module; `None` for local names and for items of other crates.
    fn resolve(&self, module: &[String], path: &[String], steps: usize) -> Option<Resolved> {
        if steps > MAX_PATH_STEPS {
            return None;
        }
        let up = path.iter().take_while(|name| *name == "super").count();
        match path.first()?.as_str() {
            "crate" => self.resolve_from(Names::new(), &path[1..], steps),
            "self" => self.resolve_from(module.to_vec(), &path[1..], steps),
            "super" => {
                self.resolve_from(module[..module.len().checked_sub(up)?].to_vec(), &path[up..], steps)
            }
            first => {
                let here = self.modules.get(module)?;
                if here.children.contains(first) {
                    return self.resolve_from(module.to_vec(), path, steps);
                }
                // An import such as `use chrono;` only names a crate.
                let named = |name: &Option<String>| name.as_deref() == Some(first);
                let import = here.source.imports.iter().find(|import| named(&import.name))?;
                (import.path[0] != first).then_some(())?;
                self.resolve_from(module.to_vec(), path, steps)
            }
        }
    }

    /// Resolves the rest of a path from a module on.
    fn resolve_from(&self, mut module: Names, path: &[String], steps: usize) -> Option<Resolved> {
        for (place, name) in path.iter().enumerate() {
            let here = self.modules.get(&module)?;
            if here.children.contains(name) {
                module = child(&module, name);
                continue;
            }
            match self.resolve_name(&module, here, name, steps)? {
                Resolved::Module(found) => module = found,
                item @ Resolved::Item(..) => return Some(item),
            }
            if place + 1 == path.len() {
                break;
            }
        }
        Some(Resolved::Module(module))
    }

    /// Resolves a name that is not a child module: an import, or the module's own item.
    fn resolve_name(&self, path: &Names, module: &Module, name: &str, steps: usize) -> Option<Resolved> {
        let mut imports = module.source.imports.iter();
        if let Some(import) = imports.find(|import| import.name.as_deref() == Some(name)) {
            return self.resolve(path, &import.path, steps + 1);
        }
        let item = || Resolved::Item(path.clone());
        Some(self.resolve_glob(path, module, name, steps).unwrap_or_else(item))
    }

    /// Resolves a name that a glob import brings into a module.
    fn resolve_glob(&self, path: &Names, module: &Module, name: &str, steps: usize) -> Option<Resolved> {
        if module.source.items.contains(name) {
            return None;
        }
        let stars = module.source.imports.iter().filter(|import| import.name.is_none());
        stars.filter_map(|star| self.resolve(path, &star.path, steps + 1)).find_map(|from| {
            let Resolved::Module(from) = from else { return None };
            let there = self.modules.get(&from)?;
            let has = there.children.contains(name)
                || there.source.items.contains(name)
                || there.source.imports.iter().any(|import| import.name.as_deref() == Some(name));
            has.then(|| self.resolve_from(from, &[name.to_owned()], steps + 1))?
        })
    }
}

fn child(path: &[String], name: &str) -> Names {
    path.iter().cloned().chain([name.to_owned()]).collect()
}

/// Groups of files that depend on each other, directly or through other files.
pub(super) fn cycles(dependencies: &FileDependencies) -> Vec<BTreeSet<&str>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        dependencies.keys().map(|file| (file.as_str(), reached_from(dependencies, file))).collect();
    let mut cycles = BTreeSet::new();
    for (file, there) in &reached {
        if there.contains(file) {
            cycles.insert(there.iter().copied().filter(|other| reached[other].contains(file)).collect());
        }
    }
    cycles.into_iter().collect()
}

fn reached_from<'a>(dependencies: &'a FileDependencies, file: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = dependencies[file].iter().map(String::as_str).collect();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend(dependencies[next].iter().map(String::as_str));
        }
    }
    reached
}
