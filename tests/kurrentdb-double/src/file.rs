//! The log's file. It holds batches of events, each prefixed with its length. The file survives the end of the process,
//! but not a crash of the machine.

use std::{
    fs,
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
};

use prost::Message;

use crate::proto::event_store::client::streams::read_resp::read_event::RecordedEvent;

pub(crate) struct File {
    file: fs::File,
}

impl File {
    /// Opens or creates the file and returns its batches. An incomplete last batch is removed.
    pub(crate) fn open(path: &Path) -> io::Result<(Self, Vec<Vec<RecordedEvent>>)> {
        let mut file = fs::File::options().create(true).truncate(false).read(true).write(true).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let (mut batches, mut rest) = (Vec::new(), bytes.as_slice());
        while let Some((length, behind)) = rest.split_first_chunk::<8>() {
            let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
            let Some((mut batch, behind)) = behind.split_at_checked(length) else { break };
            let mut events = Vec::new();
            while !batch.is_empty() {
                events.push(RecordedEvent::decode_length_delimited(&mut batch)?);
            }
            batches.push(events);
            rest = behind;
        }
        let whole = (bytes.len() - rest.len()) as u64;
        file.set_len(whole)?;
        file.seek(SeekFrom::Start(whole))?;
        Ok((Self { file }, batches))
    }

    pub(crate) fn append(&mut self, batch: &[RecordedEvent]) -> io::Result<()> {
        let mut bytes = vec![0; 8];
        for event in batch {
            event.encode_length_delimited(&mut bytes)?;
        }
        let length = (bytes.len() - 8) as u64;
        bytes[..8].copy_from_slice(&length.to_le_bytes());
        self.file.write_all(&bytes)
    }
}
