//! `POST /admin/views/{name}/rebuild`: an operator rebuilds a view.

use axum::extract::State;
use service_kit::{
    caller::Admin,
    extract::{JsonOrNothing, Path},
    problem::ProblemBody,
};
use shared_events::events::OperatorAct;

use super::{
    note::NoteRequest,
    operate::{Refused, operate},
};
use crate::{
    application::operations::{OperationPorts, Request},
    http::{answer::Answer, command::CommandBy, done::Done},
};

/// Rebuild a view
///
/// The new build replaces the serving one by itself; `POST /admin/views/{name}/review` holds it for a decision
/// instead. The serving build keeps serving meanwhile; `GET /admin/views` shows the progress and who requested the
/// build. The body is optional.
#[utoipa::path(
    post,
    path = "/admin/views/{name}/rebuild",
    tag = "admin",
    params(("name" = String, Path, description = "The view", example = "catalog")),
    request_body(content = Option<NoteRequest>, example = json!({"reason": "Prices are missing."})),
    responses(
        (status = 202, body = Done, headers(("Greenstall-Position" = u64)), description = "It will be built",
            example = json!({"success": true})),
        (status = 404, body = ProblemBody, description = "No such view"),
        (status = 409, body = ProblemBody, description = "It is being built already, or paused"),
        (status = 422, body = ProblemBody, description = "The reason is empty, too long or of the wrong type"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn rebuild_view(
    State(ports): State<OperationPorts>,
    command: CommandBy<Admin>,
    Path(name): Path<String>,
    JsonOrNothing(note): JsonOrNothing<NoteRequest>,
) -> Result<Answer<Done>, Refused> {
    let reason = note.operators_reason()?;
    let request = Request { act: OperatorAct::Rebuild, name, stream: None, reason };
    let position = operate(&ports, command, request).await?;
    Ok(Answer::accepted(position, Done::OK))
}
