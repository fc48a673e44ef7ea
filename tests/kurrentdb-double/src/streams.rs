//! The streams service: append and read.

use std::pin::Pin;

use futures_util::{Stream, stream};
use regex::bytes::Regex;
use tonic::{Request, Response, Status, Streaming};

use crate::{
    faults::Fault,
    log::{Expected, MAX_APPEND_BYTES, name},
    node::{Shared, not_leader},
    proto::event_store::client::{
        Empty,
        streams::{
            AppendReq, AppendResp, BatchAppendReq, BatchAppendResp, DeleteReq, DeleteResp, ReadReq, ReadResp,
            TombstoneReq, TombstoneResp, append_req, append_resp,
            read_req::{
                self, Options,
                options::{
                    CountOption, FilterOption, ReadDirection, StreamOption, all_options::AllOption,
                    filter_options::Filter, stream_options::RevisionOption,
                },
            },
            read_resp::{Content, ReadEvent, StreamNotFound, read_event},
            streams_server::Streams,
        },
    },
};

type Answers<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

type RecordedEvent = read_event::RecordedEvent;

#[tonic::async_trait]
impl Streams for Shared {
    type ReadStream = Answers<ReadResp>;
    type BatchAppendStream = Answers<BatchAppendResp>;

    async fn append(&self, request: Request<Streaming<AppendReq>>) -> Result<Response<AppendResp>, Status> {
        self.0.must_lead(&request)?;
        let (delay, fault) = self.0.faults.of_append();
        let mut parts = request.into_inner();
        let mut options = None;
        let mut proposed = Vec::new();
        while let Some(part) = parts.message().await? {
            match part.content {
                Some(append_req::Content::Options(header)) => options = Some(header),
                Some(append_req::Content::ProposedMessage(event)) => proposed.push(event),
                None => return Err(Status::invalid_argument("a part without content")),
            }
        }
        tokio::time::sleep(delay).await;
        match fault {
            Some(Fault::NotLeader) => return Err(not_leader(self.0.address)),
            Some(Fault::Hang) => std::future::pending::<()>().await,
            Some(Fault::CutBefore) => {
                self.0.cut();
                return Err(Status::aborted("cut"));
            }
            _ => {}
        }
        let options = options.ok_or_else(|| Status::invalid_argument("no options"))?;
        let bytes: usize = proposed.iter().map(|event| event.data.len() + event.custom_metadata.len()).sum();
        if bytes > MAX_APPEND_BYTES {
            let text = format!("Maximum Append Size of {MAX_APPEND_BYTES} Exceeded.");
            return Err(Status::invalid_argument(text));
        }
        let stream = options.stream_identifier.unwrap_or_default().stream_name;
        let answer = answer(&mut self.0.log(), &stream, options.expected_stream_revision, proposed);
        if fault == Some(Fault::CutAfter) {
            self.0.cut();
        }
        answer.map(Response::new)
    }

    async fn read(&self, request: Request<ReadReq>) -> Result<Response<Self::ReadStream>, Status> {
        self.0.must_lead(&request)?;
        let options = request.into_inner().options.ok_or_else(|| Status::invalid_argument("no options"))?;
        let (delay, fault) = self.0.faults.of_read();
        tokio::time::sleep(delay).await;
        let Some(CountOption::Count(count)) = options.count_option else {
            return Err(Status::unimplemented("the double has no subscriptions"));
        };
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let mut answers = match &options.stream_option {
            Some(StreamOption::Stream(of)) => self.of_stream(of, &options, count)?,
            Some(StreamOption::All(of)) => self.of_all(of, &options, count, fault == Some(Fault::Behind))?,
            None => return Err(Status::invalid_argument("neither a stream nor $all")),
        };
        if fault == Some(Fault::CutRead) {
            answers.truncate(answers.len() / 2);
            let node = self.0.clone();
            let broken = stream::once(async move {
                node.cut();
                Err(Status::aborted("cut"))
            });
            let whole = stream::StreamExt::chain(stream::iter(answers.into_iter().map(Ok)), broken);
            return Ok(Response::new(Box::pin(whole)));
        }
        Ok(Response::new(Box::pin(stream::iter(answers.into_iter().map(Ok)))))
    }

    async fn delete(&self, _: Request<DeleteReq>) -> Result<Response<DeleteResp>, Status> {
        Err(Status::unimplemented("the double deletes nothing"))
    }

    async fn tombstone(&self, _: Request<TombstoneReq>) -> Result<Response<TombstoneResp>, Status> {
        Err(Status::unimplemented("the double deletes nothing"))
    }

    async fn batch_append(
        &self,
        _: Request<Streaming<BatchAppendReq>>,
    ) -> Result<Response<Self::BatchAppendStream>, Status> {
        Err(Status::unimplemented("the double has no batch append"))
    }
}

impl Shared {
    fn of_stream(
        &self,
        of: &read_req::options::StreamOptions,
        options: &Options,
        count: usize,
    ) -> Result<Vec<ReadResp>, Status> {
        let identifier = of.stream_identifier.clone().unwrap_or_default();
        let log = self.0.log();
        let events = log.stream(&identifier.stream_name);
        if events.clone().next().is_none() {
            let not_found = StreamNotFound { stream_identifier: of.stream_identifier.clone() };
            return Ok(vec![ReadResp { content: Some(Content::StreamNotFound(not_found)) }]);
        }
        let revision = |event: &&RecordedEvent| event.stream_revision;
        let found = match (forwards(options), of.revision_option) {
            (true, Some(RevisionOption::Revision(from))) => {
                copies(events.skip(usize::try_from(from).unwrap_or(usize::MAX)), count)
            }
            (true, Some(RevisionOption::Start(_))) => copies(events, count),
            (false, Some(RevisionOption::Revision(from))) => {
                copies(events.rev().filter(|event| revision(event) <= from), count)
            }
            (false, Some(RevisionOption::End(_))) => copies(events.rev(), count),
            _ => return Err(Status::invalid_argument("a direction without a beginning")),
        };
        Ok(found)
    }

    /// Reads from `$all`. `behind` hides the last user event.
    fn of_all(
        &self,
        of: &read_req::options::AllOptions,
        options: &Options,
        count: usize,
        behind: bool,
    ) -> Result<Vec<ReadResp>, Status> {
        let log = self.0.log();
        let mut events = log.all();
        if behind {
            let last = events.iter().rposition(|event| !name(event).starts_with(b"$")).unwrap_or(0);
            events = &events[..last];
        }
        let wanted = Wanted::new(options.filter_option.as_ref())?;
        let wanted = |event: &&RecordedEvent| wanted.includes(event);
        let found = match (forwards(options), of.all_option) {
            (true, Some(AllOption::Start(_))) => copies(events.iter().filter(wanted), count),
            (true, Some(AllOption::Position(from))) => {
                let first = events.partition_point(|event| event.commit_position < from.commit_position);
                if events.get(first).is_none_or(|event| event.commit_position != from.commit_position) {
                    return Err(Status::invalid_argument("no record begins at this position"));
                }
                copies(events[first..].iter().filter(wanted), count)
            }
            (false, Some(AllOption::End(_))) => copies(events.iter().rev().filter(wanted), count),
            (false, Some(AllOption::Position(from))) => {
                // A backward read excludes the start position.
                let end = events.partition_point(|event| event.commit_position < from.commit_position);
                copies(events[..end].iter().rev().filter(wanted), count)
            }
            _ => return Err(Status::invalid_argument("a direction without a beginning")),
        };
        Ok(found)
    }
}

fn answer(
    log: &mut crate::log::Log,
    stream: &[u8],
    expected: Option<append_req::options::ExpectedStreamRevision>,
    proposed: Vec<append_req::ProposedMessage>,
) -> Result<AppendResp, Status> {
    use append_req::options::ExpectedStreamRevision as Revision;
    use append_resp::{
        Position, Result, Success, WrongExpectedVersion,
        success::{CurrentRevisionOption, PositionOption},
        wrong_expected_version as wrong,
    };
    let expected = match expected.ok_or_else(|| Status::invalid_argument("no expected revision"))? {
        Revision::Any(_) => Expected::Any,
        Revision::StreamExists(_) => Expected::StreamExists,
        Revision::NoStream(_) => Expected::NoStream,
        Revision::Revision(revision) => Expected::Revision(revision),
    };
    let result = match log.append(stream, expected, proposed) {
        Ok(written) => Result::Success(Success {
            current_revision_option: Some(CurrentRevisionOption::CurrentRevision(written.revision)),
            position_option: Some(PositionOption::Position(Position {
                commit_position: written.position,
                prepare_position: written.position,
            })),
        }),
        Err(refused) => Result::WrongExpectedVersion(WrongExpectedVersion {
            current_revision_option: Some(match refused.current {
                Some(revision) => wrong::CurrentRevisionOption::CurrentRevision(revision),
                None => wrong::CurrentRevisionOption::CurrentNoStream(Empty {}),
            }),
            expected_revision_option: Some(match expected {
                Expected::Any => wrong::ExpectedRevisionOption::ExpectedAny(Empty {}),
                Expected::StreamExists => wrong::ExpectedRevisionOption::ExpectedStreamExists(Empty {}),
                Expected::NoStream => wrong::ExpectedRevisionOption::ExpectedNoStream(Empty {}),
                Expected::Revision(revision) => wrong::ExpectedRevisionOption::ExpectedRevision(revision),
            }),
            ..WrongExpectedVersion::default()
        }),
    };
    Ok(AppendResp { result: Some(result) })
}

fn forwards(options: &Options) -> bool {
    options.read_direction() == ReadDirection::Forwards
}

fn copies<'a>(events: impl Iterator<Item = &'a RecordedEvent>, count: usize) -> Vec<ReadResp> {
    let content = |event: &RecordedEvent| {
        Content::Event(ReadEvent {
            event: Some(event.clone()),
            link: None,
            position: Some(read_event::Position::CommitPosition(event.commit_position)),
        })
    };
    events.take(count).map(|event| ReadResp { content: Some(content(event)) }).collect()
}

/// The filter of a reader of `$all`.
enum Wanted {
    All,
    Names { prefixes: Vec<String>, pattern: Option<Regex>, of_types: bool },
}

impl Wanted {
    fn new(filter: Option<&FilterOption>) -> Result<Self, Status> {
        let Some(FilterOption::Filter(filter)) = filter else { return Ok(Self::All) };
        let (expression, of_types) = match &filter.filter {
            Some(Filter::StreamIdentifier(expression)) => (expression, false),
            Some(Filter::EventType(expression)) => (expression, true),
            None => return Err(Status::invalid_argument("an empty filter")),
        };
        if expression.prefix.is_empty() == expression.regex.is_empty() {
            return Err(Status::invalid_argument("either prefixes or a regular expression"));
        }
        let pattern = match expression.regex.as_str() {
            "" => None,
            regex => Some(Regex::new(regex).map_err(|error| Status::invalid_argument(error.to_string()))?),
        };
        Ok(Self::Names { prefixes: expression.prefix.clone(), pattern, of_types })
    }

    fn includes(&self, event: &RecordedEvent) -> bool {
        let Self::Names { prefixes, pattern, of_types } = self else { return true };
        let text = match of_types {
            true => event.metadata.get("type").map_or(&b""[..], String::as_bytes),
            false => name(event),
        };
        prefixes.iter().any(|prefix| text.starts_with(prefix.as_bytes()))
            || pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
    }
}
