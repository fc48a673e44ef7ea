//! `POST /admin/views/{name}/…`: an operator's acts on a view.

use axum::extract::State;
use service_kit::{
    caller::Admin,
    extract::{Json, Path},
    problem::ProblemBody,
};
use shared_events::{Position, events::OperatorAct};

use super::operate::{ReasonRequest, Refused, operate};
use crate::{
    application::operations::{OperationPorts, Request},
    http::{answer::Answer, command::CommandBy, done::Done},
};

async fn act_on(
    ports: &OperationPorts,
    command: CommandBy<Admin>,
    name: String,
    act: OperatorAct,
    request: &ReasonRequest,
) -> Result<Position, Refused> {
    let request = Request { act, name, stream: None, reason: Some(request.reason()?) };
    operate(ports, command, request).await
}

/// Defines an operator's act on a view, at `/admin/views/{name}/…`: the acts differ in their texts, the variant
/// and the status.
macro_rules! act_on_view {
    ($(#[doc = $doc:tt])* $handler:ident, $path:tt, $act:ident, $status:tt $answer:ident, $reason:tt, $conflict:tt) => {
        $(#[doc = $doc])*
        #[utoipa::path(
            post,
            path = $path,
            tag = "admin",
            params(("name" = String, Path, description = "The view", example = "catalog")),
            request_body(content = ReasonRequest, example = json!({"reason": $reason})),
            responses(
                (status = $status, body = Done, headers(("Greenstall-Position" = u64)), description = "Done, or noted",
                    example = json!({"success": true})),
                (status = 404, body = ProblemBody, description = "No such view"),
                (status = 409, body = ProblemBody, description = $conflict),
            ),
            security(("bearer" = [])),
        )]
        pub(crate) async fn $handler(
            State(ports): State<OperationPorts>,
            command: CommandBy<Admin>,
            Path(name): Path<String>,
            Json(request): Json<ReasonRequest>,
        ) -> Result<Answer<Done>, Refused> {
            let position = act_on(&ports, command, name, OperatorAct::$act, &request).await?;
            Ok(Answer::$answer(position, Done::OK))
        }
    };
}

act_on_view! {
    /// Pause a view
    ///
    /// The view stands still in every process, and is served as it is, until it is resumed.
    pause_view, "/admin/views/{name}/pause", Pause, 200 ok, "Its writes are in the way of the sale.",
    "The view cannot be paused now"
}

act_on_view! {
    /// Resume a paused view
    ///
    /// The view catches up with the log. Resuming a view that is not paused changes nothing.
    resume_view, "/admin/views/{name}/resume", Resume, 200 ok, "The sale is over.",
    "The view cannot be resumed now"
}

act_on_view! {
    /// Roll a view back to its previous build
    ///
    /// The serving build is kept and follows the log, so that the same call rolls forward again. If newer code has
    /// built it, the program no longer builds that version by itself, only on request.
    rollback_view, "/admin/views/{name}/rollback", Rollback, 200 ok, "The new build shows no prices.",
    "There is no build before, or nobody can bring it to where readers are"
}

act_on_view! {
    /// Drop a view's unfinished build
    ///
    /// The serving build keeps serving. This also drops a build that is held for a decision.
    cancel_view, "/admin/views/{name}/cancel", Cancel, 200 ok, "It takes too long before the weekend.",
    "Nobody builds it, or it has nothing else to serve"
}

act_on_view! {
    /// Rebuild a view for review
    ///
    /// The build stops before it would serve. `GET /admin/views/{name}/review` then shows its differences from the
    /// serving build; `POST /admin/views/{name}/swap` lets it serve, `cancel` drops it.
    review_view, "/admin/views/{name}/review", Review, 202 accepted, "Prices are missing.",
    "It is being built already, paused, or a build of it waits for a decision"
}

act_on_view! {
    /// Let a reviewed build serve
    ///
    /// The build catches up with the log first. The previous build is kept and follows the log, so that `rollback` can
    /// serve it again.
    swap_view, "/admin/views/{name}/swap", Swap, 202 accepted, "The prices are right now.",
    "No build of this view waits for a decision, or the view is paused"
}
