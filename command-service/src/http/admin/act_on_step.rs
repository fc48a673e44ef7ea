//! `POST /admin/managers/{name}/…`: an operator runs or skips a step on a process manager's agenda.

use axum::extract::State;
use serde::Deserialize;
use service_kit::{
    caller::Admin,
    extract::{Json, Path},
    problem::ProblemBody,
};
use shared_events::events::OperatorAct;
use utoipa::ToSchema;
use uuid::Uuid;

use super::operate::{Refused, reason};
use crate::{
    application::operations::{OperationPorts, operate_step},
    http::{answer::Answer, command::CommandBy, done::Done},
    operations::Step,
};

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct StepRequest {
    /// The step's `id` in `GET /admin/managers`.
    step: Uuid,
    /// The reason, for the audit: at most 500 characters.
    reason: String,
    /// For a skip: whether the money that the step is about was settled in another way.
    #[serde(default)]
    #[schema(required = false)]
    settled: bool,
}

async fn act_on(
    ports: &OperationPorts,
    CommandBy(Admin(admin), provenance): CommandBy<Admin>,
    act: OperatorAct,
    manager: String,
    request: StepRequest,
) -> Result<Answer<Done>, Refused> {
    let why = reason(&request.reason)?;
    let step = Step { manager, subject: request.step, settled: request.settled };
    let position = operate_step(ports, &provenance, admin.account, (act, step, why)).await?;
    Ok(Answer::ok(position, Done::OK))
}

/// Defines an operator's act on a step: the acts differ in their texts and in the variant.
macro_rules! act_on_step {
    ($(#[doc = $doc:tt])* $handler:ident, $path:tt, $act:ident, $reason:tt, $conflict:tt) => {
        $(#[doc = $doc])*
        #[utoipa::path(
            post,
            path = $path,
            tag = "admin",
            params(("name" = String, Path, description = "The process manager", example = "make_good_when_cancelled")),
            request_body(content = StepRequest, example = json!({
                "step": "0199c0de-0000-7000-8000-000000000000", "reason": $reason,
            })),
            responses(
                (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "Done",
                    example = json!({"success": true})),
                (status = 404, body = ProblemBody, description = "This step is not on the agenda"),
                (status = 409, body = ProblemBody, description = $conflict),
                (status = 422, body = ProblemBody, description = "The reason is missing, empty or too long, or the step is no id"),
            ),
            security(("bearer" = [])),
        )]
        pub(crate) async fn $handler(
            State(ports): State<OperationPorts>,
            command: CommandBy<Admin>,
            Path(name): Path<String>,
            Json(request): Json<StepRequest>,
        ) -> Result<Answer<Done>, Refused> {
            act_on(&ports, command, OperatorAct::$act, name, request).await
        }
    };
}

act_on_step! {
    /// Run a step of a process manager now
    ///
    /// The step runs where the process managers run, even if it is not due. A parked step starts over: if it keeps
    /// failing, it is parked again in an hour.
    run_step_now, "/admin/managers/{name}/run-now", RunNow, "The provider answers again.",
    "It cannot be done now"
}

act_on_step! {
    /// Skip a step of a process manager
    ///
    /// The step is never carried out, or the event that it cannot read is left out. Only a failing or parked step can
    /// be skipped, and a step that would leave money unsettled only with `settled`.
    skip_step, "/admin/managers/{name}/skip", Skip, "The refund was paid by hand.",
    "It has not failed, or money would be left unsettled"
}
