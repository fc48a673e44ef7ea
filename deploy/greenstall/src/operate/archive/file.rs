//! Reads and writes backup files. A file has a temporary name until it is complete. Reading it verifies its checksum.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader, BufWriter, Read, Write},
    os::unix::fs::{MetadataExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

use flate2::{Compression, read::MultiGzDecoder, write::GzEncoder};
use sha2::{Digest, Sha256};
use shared_events::Position;

use super::record::{FORMAT, Footer, Header, Record};
use crate::{Outcome, operate::usage::usage};

/// The longest line that is read. This program writes no longer ones: an event has at most a megabyte.
const MAX_LINE_BYTES: u64 = 16 * 1024 * 1024;

/// A backup file that is being written. Dropping it before [`finish`](Self::finish) deletes it.
pub(super) struct Writer {
    path: PathBuf,
    unfinished: PathBuf,
    out: Option<GzEncoder<BufWriter<File>>>,
    sum: Sha256,
    pub(super) events: u64,
    pub(super) rows: u64,
}

impl Writer {
    /// Creates the file and writes its header.
    pub(super) fn create(path: &Path, header: Header) -> Outcome<Self> {
        if path.exists() {
            return Err(usage(format!("{} exists already: a backup never replaces another", path.display())));
        }
        let mut name = path.file_name().ok_or_else(|| usage("a backup needs the name of a file"))?.to_owned();
        name.push(".unfinished");
        let unfinished = path.with_file_name(name);
        let named = |error: std::io::Error| usage(format!("{}: {error}", unfinished.display()));
        // Remove the incomplete file of an earlier attempt.
        if unfinished.exists() {
            fs::remove_file(&unfinished).map_err(named)?;
        }
        let file =
            File::options().write(true).create_new(true).mode(0o600).open(&unfinished).map_err(named)?;
        // The log's JSON compresses well: a low level reduces it to about a seventh, as fast as the database sends it.
        let out = GzEncoder::new(BufWriter::with_capacity(1 << 20, file), Compression::new(3));
        let (path, sum) = (path.to_owned(), Sha256::new());
        let mut writer = Self { path, unfinished, out: Some(out), sum, events: 0, rows: 0 };
        writer.write(&Record::Header(header))?;
        Ok(writer)
    }

    /// Adds a line.
    pub(super) fn write(&mut self, record: &Record) -> Outcome<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        self.sum.update(&line);
        match record {
            Record::Event(_) => self.events += 1,
            Record::Row(_) => self.rows += 1,
            Record::Header(_) | Record::Footer(_) => {}
        }
        Ok(self.out.as_mut().expect("it is open until it is finished").write_all(&line)?)
    }

    /// Adds the footer, syncs the file and gives it its name. Returns its size in bytes.
    pub(super) fn finish(mut self, head: Position) -> Outcome<u64> {
        let sha256 = hex::encode(self.sum.finalize_reset());
        let footer = Footer { events: self.events, rows: self.rows, head, sha256 };
        self.write(&Record::Footer(footer))?;
        let out = self.out.take().expect("it is finished once").finish()?;
        let file = out.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        file.sync_all()?;
        let size = file.metadata()?.size();
        fs::rename(&self.unfinished, &self.path)?;
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
        Ok(size)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if self.out.is_some() {
            // The file is incomplete, and an error while deleting it changes nothing.
            let _ = fs::remove_file(&self.unfinished);
        }
    }
}

/// A file that counts the compressed bytes read so far.
struct Counted {
    file: File,
    read: std::rc::Rc<std::cell::Cell<u64>>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.read.set(self.read.get() + read as u64);
        Ok(read)
    }
}

/// A backup file that is being read.
pub(super) struct Reader {
    lines: BufReader<MultiGzDecoder<BufReader<Counted>>>,
    read: std::rc::Rc<std::cell::Cell<u64>>,
    /// The compressed size in bytes.
    pub(super) size: u64,
    sum: Sha256,
    number: u64,
    events: u64,
    rows: u64,
    finished: bool,
    /// The header, which is the first line.
    pub(super) header: Header,
}

impl Reader {
    /// Opens a file and reads its header.
    pub(super) fn open(path: &Path) -> Outcome<Self> {
        let file = File::open(path).map_err(|error| usage(format!("{}: {error}", path.display())))?;
        let size = file.metadata()?.size();
        let read = std::rc::Rc::new(std::cell::Cell::new(0));
        let counted = Counted { file, read: read.clone() };
        let lines = BufReader::with_capacity(
            1 << 20,
            MultiGzDecoder::new(BufReader::with_capacity(1 << 20, counted)),
        );
        let header = Header { format: 0, program: String::new(), created_at: chrono::DateTime::UNIX_EPOCH };
        let mut reader = Self {
            lines,
            read,
            size,
            sum: Sha256::new(),
            number: 0,
            events: 0,
            rows: 0,
            finished: false,
            header,
        };
        let first = reader.line().map_err(|_| "this is not a backup of Greenstall")?;
        let Some(Record::Header(header)) = first else {
            return Err("this is not a backup of Greenstall".into());
        };
        if header.format != FORMAT {
            return Err(format!(
                "the backup has format {}, and this program reads format {FORMAT}: use the program that wrote it, {}",
                header.format, header.program
            )
            .into());
        }
        reader.header = header;
        Ok(reader)
    }

    /// Compressed bytes read so far.
    pub(super) fn done(&self) -> u64 {
        self.read.get()
    }

    /// The next record; `None` after the footer, whose counts and checksum have then been verified.
    pub(super) fn next(&mut self) -> Outcome<Option<Record>> {
        let number = self.number + 1;
        self.line().map_err(|error| format!("line {number} of the backup: {error}").into())
    }

    fn line(&mut self) -> Outcome<Option<Record>> {
        let mut line = Vec::new();
        (&mut self.lines).take(MAX_LINE_BYTES).read_until(b'\n', &mut line)?;
        self.number += 1;
        if line.is_empty() {
            return if self.finished {
                Ok(None)
            } else {
                Err("the file ends here, before its footer".into())
            };
        }
        if self.finished {
            return Err("there is something behind the footer".into());
        }
        let record: Record = serde_json::from_slice(&line)?;
        match &record {
            Record::Footer(footer) => self.check(footer)?,
            Record::Event(_) => self.events += 1,
            Record::Row(_) => self.rows += 1,
            Record::Header(_) => {}
        }
        self.sum.update(&line);
        Ok(Some(record))
    }

    fn check(&mut self, footer: &Footer) -> Outcome<()> {
        self.finished = true;
        if (footer.events, footer.rows) != (self.events, self.rows) {
            return Err(format!(
                "the footer tells of {} events and {} rows, but there are {} and {}",
                footer.events, footer.rows, self.events, self.rows
            )
            .into());
        }
        if hex::encode(self.sum.clone().finalize()) != footer.sha256 {
            return Err("the checksum is another one: the file was altered".into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use serde_json::json;

    use super::{super::record::Row, *};

    fn header(format: u32) -> Header {
        Header { format, program: "0.1.0".to_owned(), created_at: chrono::DateTime::UNIX_EPOCH }
    }

    fn row(number: u32) -> Record {
        Record::Row(Row { table: "automation.agenda".to_owned(), row: json!({ "number": number }) })
    }

    fn written(folder: &Path) -> PathBuf {
        let path = folder.join("shop.backup");
        let mut writer = Writer::create(&path, header(FORMAT)).unwrap();
        (0..100).for_each(|number| writer.write(&row(number)).unwrap());
        writer.finish(Position(7)).unwrap();
        path
    }

    fn all(path: &Path) -> Result<usize, String> {
        let mut reader = Reader::open(path).map_err(|error| error.to_string())?;
        let mut records = 0;
        while reader.next().map_err(|error| error.to_string())?.is_some() {
            records += 1;
        }
        Ok(records)
    }

    #[test]
    fn a_written_file_can_be_read_back_and_only_by_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(all(&path), Ok(101), "rows and footer");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn an_unfinished_backup_leaves_no_file_and_a_backup_overwrites_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shop.backup");
        drop(Writer::create(&path, header(FORMAT)).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let path = written(folder.path());
        let error = Writer::create(&path, header(FORMAT)).err().unwrap();
        assert!(error.to_string().contains("never replaces another"), "{error}");
    }

    #[test]
    fn any_damage_to_a_file_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let bytes = fs::read(written(folder.path())).unwrap();
        let path = folder.path().join("damaged");
        for cut in [0, 1, 10, bytes.len() / 2, bytes.len() - 1] {
            fs::write(&path, &bytes[..cut]).unwrap();
            assert!(all(&path).is_err(), "cut at {cut}");
        }
        for place in (10..bytes.len()).step_by(7) {
            let mut altered = bytes.clone();
            altered[place] ^= 0x10;
            fs::write(&path, &altered).unwrap();
            assert!(all(&path).is_err(), "altered at {place}");
        }
    }

    #[test]
    fn a_removed_or_changed_line_is_detected_after_recompressing() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path());
        let mut text = String::new();
        MultiGzDecoder::new(File::open(&path).unwrap()).read_to_string(&mut text).unwrap();
        let packed = |text: &str| {
            let path = folder.path().join("packed");
            let mut out = GzEncoder::new(File::create(&path).unwrap(), Compression::fast());
            out.write_all(text.as_bytes()).unwrap();
            out.finish().unwrap();
            all(&path)
        };
        assert_eq!(packed(&text), Ok(101));
        let without = text.replacen(&(serde_json::to_string(&row(50)).unwrap() + "\n"), "", 1);
        assert!(packed(&without).unwrap_err().contains("but there are 0 and 99"));
        let changed = text.replacen("\"number\":50", "\"number\":51", 1);
        assert!(packed(&changed).unwrap_err().contains("altered"));
        assert!(packed(&(text.clone() + "{}\n")).unwrap_err().contains("behind the footer"));
        let newer = text.replacen("\"format\":1", "\"format\":2", 1);
        assert!(packed(&newer).unwrap_err().contains("use the program that wrote it"));
    }
}
