//! `POST /admin/parked/…`: an operator retries or skips a parked event or step.

use axum::extract::State;
use serde::Deserialize;
use service_kit::{caller::Admin, extract::Json, problem::ProblemBody};
use shared_events::events::OperatorAct;
use utoipa::ToSchema;

use super::operate::{Refused, operate, reason};
use crate::{
    application::operations::{OperationPorts, Request},
    http::{answer::Answer, command::CommandBy, done::Done, refusal::parse_id},
    operations::Refusal,
};

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ParkedRequest {
    /// The name of the view or process manager that has parked the item.
    owner: String,
    /// The stream of the parked item.
    stream: String,
    /// The reason, for the audit: at most 500 characters.
    reason: String,
}

async fn act_on(
    ports: &OperationPorts,
    command: CommandBy<Admin>,
    act: OperatorAct,
    request: ParkedRequest,
) -> Result<Answer<Done>, Refused> {
    let reason = Some(reason(&request.reason)?);
    let stream = parse_id(&request.stream, Refusal::NotParked)?;
    let request = Request { act, name: request.owner, stream: Some(stream), reason };
    let position = operate(ports, command, request).await?;
    Ok(Answer::ok(position, Done::OK))
}

/// Defines an operator's act on a parked item: the acts differ in their texts and in the variant.
macro_rules! act_on_parked {
    ($(#[doc = $doc:tt])* $handler:ident, $path:tt, $act:ident, $reason:tt) => {
        $(#[doc = $doc])*
        #[utoipa::path(
            post,
            path = $path,
            tag = "admin",
            request_body(content = ParkedRequest, example = json!({
                "owner": "orders", "stream": "order-0199c0de-0000-7000-8000-000000000000", "reason": $reason,
            })),
            responses(
                (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "Done",
                    example = json!({"success": true})),
                (status = 404, body = ProblemBody, description = "It is not parked"),
                (status = 409, body = ProblemBody, description = "It is parked again, at this event or at a later one, no program runs that could try it, \
                                   or money would be left unsettled"),
            ),
            security(("bearer" = [])),
        )]
        pub(crate) async fn $handler(
            State(ports): State<OperationPorts>,
            command: CommandBy<Admin>,
            Json(request): Json<ParkedRequest>,
        ) -> Result<Answer<Done>, Refused> {
            act_on(&ports, command, OperatorAct::$act, request).await
        }
    };
}

act_on_parked! {
    /// Retry a parked item
    ///
    /// A view applies the parked event and the events that wait behind it. A process manager carries out the step at
    /// once where it runs; a step that keeps failing is parked again in an hour.
    retry_parked, "/admin/parked/retry", Retry, "The view is repaired."
}

act_on_parked! {
    /// Skip a parked item
    ///
    /// A view leaves out the event, in later builds by the same code, too. A process manager never carries out the
    /// step, or leaves out the event that it cannot read. A step that is about money is only skipped by `POST
    /// /admin/managers/{name}/skip`.
    skip_parked, "/admin/parked/skip", Skip, "Nobody will ever read it."
}
