//! The modules of a crate, and which of its files needs which other one.
//!
//! The rule: a file *needs* another one when its code, but for tests, names something that the other one defines. Names
//! are followed through imports and re-exports to the file that has the definition. So a `mod.rs` that declares modules
//! and re-exports what is in them needs none of them, and who uses what it re-exports does not need it. It takes part
//! in a cycle when it defines what a module below it names, and its own code (a function, an import) names something of
//! that module. A call of a method needs nothing: only names count.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use super::source::{Names, Source};

/// Names are followed through at most so many imports: two may lead to each other.
const MAX_PATH_STEPS: usize = 16;

/// The files that each file needs. Paths are relative to the folder of the crate's root.
pub(super) type Needs = BTreeMap<String, BTreeSet<String>>;

/// A crate's modules by their paths; the root has an empty one.
#[derive(Default)]
struct Crate {
    modules: BTreeMap<Names, Module>,
}

struct Module {
    file: String,
    source: Source,
    children: BTreeSet<String>,
}

/// What a name means.
enum Meaning {
    Module(Names),
    Item(Names),
}

/// Which file of a crate needs which, from its root on (`lib.rs`, `main.rs`).
pub(super) fn needs(root: &Path) -> Needs {
    let folder = root.parent().expect("a file is in a folder");
    let mut whole = Crate::default();
    whole.read_file(folder, root, folder, Names::new());
    let mut needs: Needs = whole.modules.values().map(|one| (one.file.clone(), BTreeSet::new())).collect();
    for (path, module) in &whole.modules {
        let used = module.source.imports.iter().filter(|import| {
            let is_named = import.name.as_ref().is_some_and(|name| module.source.names.contains(name));
            !import.is_public || is_named
        });
        let paths = used.map(|import| &import.path).chain(&module.source.paths);
        let meant = paths.filter_map(|names| whole.meaning(path, names, 0));
        let brought =
            module.source.names.iter().filter_map(|name| whole.brought_by_star(path, module, name, 0));
        for meaning in meant.chain(brought) {
            let Meaning::Item(home) = meaning else { continue };
            let needed = &whole.modules[&home].file;
            if *needed != module.file {
                needs.entry(module.file.clone()).or_default().insert(needed.clone());
            }
        }
    }
    needs
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

    /// What a path means in a module; none for what is of another crate, or local.
    fn meaning(&self, module: &[String], path: &[String], steps: usize) -> Option<Meaning> {
        if steps > MAX_PATH_STEPS {
            return None;
        }
        let up = path.iter().take_while(|name| *name == "super").count();
        match path.first()?.as_str() {
            "crate" => self.below(Names::new(), &path[1..], steps),
            "self" => self.below(module.to_vec(), &path[1..], steps),
            "super" => self.below(module[..module.len().checked_sub(up)?].to_vec(), &path[up..], steps),
            first => {
                let here = self.modules.get(module)?;
                if here.children.contains(first) {
                    return self.below(module.to_vec(), path, steps);
                }
                // A crate that is imported by its name means itself.
                let named = |name: &Option<String>| name.as_deref() == Some(first);
                let import = here.source.imports.iter().find(|import| named(&import.name))?;
                (import.path[0] != first).then_some(())?;
                self.below(module.to_vec(), path, steps)
            }
        }
    }

    /// Walks down from a module.
    fn below(&self, mut module: Names, path: &[String], steps: usize) -> Option<Meaning> {
        for (place, name) in path.iter().enumerate() {
            let here = self.modules.get(&module)?;
            if here.children.contains(name) {
                module = child(&module, name);
                continue;
            }
            match self.brought(&module, here, name, steps)? {
                Meaning::Module(found) => module = found,
                item @ Meaning::Item(..) => return Some(item),
            }
            if place + 1 == path.len() {
                break;
            }
        }
        Some(Meaning::Module(module))
    }

    /// A name of a module that is none of its children: imported, or an item of its own.
    fn brought(&self, path: &Names, module: &Module, name: &str, steps: usize) -> Option<Meaning> {
        let mut imports = module.source.imports.iter();
        if let Some(import) = imports.find(|import| import.name.as_deref() == Some(name)) {
            return self.meaning(path, &import.path, steps + 1);
        }
        let item = || Meaning::Item(path.clone());
        Some(self.brought_by_star(path, module, name, steps).unwrap_or_else(item))
    }

    /// A name that is in a module because of a `*`.
    fn brought_by_star(&self, path: &Names, module: &Module, name: &str, steps: usize) -> Option<Meaning> {
        if module.source.items.contains(name) {
            return None;
        }
        let stars = module.source.imports.iter().filter(|import| import.name.is_none());
        stars.filter_map(|star| self.meaning(path, &star.path, steps + 1)).find_map(|from| {
            let Meaning::Module(from) = from else { return None };
            let there = self.modules.get(&from)?;
            let has = there.children.contains(name)
                || there.source.items.contains(name)
                || there.source.imports.iter().any(|import| import.name.as_deref() == Some(name));
            has.then(|| self.below(from, &[name.to_owned()], steps + 1))?
        })
    }
}

fn child(path: &[String], name: &str) -> Names {
    path.iter().cloned().chain([name.to_owned()]).collect()
}

/// Groups of files that need each other, directly or by others.
pub(super) fn cycles(needs: &Needs) -> Vec<BTreeSet<&str>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        needs.keys().map(|file| (file.as_str(), reached_from(needs, file))).collect();
    let mut cycles = BTreeSet::new();
    for (file, there) in &reached {
        if there.contains(file) {
            cycles.insert(there.iter().copied().filter(|other| reached[other].contains(file)).collect());
        }
    }
    cycles.into_iter().collect()
}

fn reached_from<'a>(needs: &'a Needs, file: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = needs[file].iter().map(String::as_str).collect();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend(needs[next].iter().map(String::as_str));
        }
    }
    reached
}
