//! Helpers that manipulate the database: hide views, and move their checkpoints back.

use axum::http::{HeaderMap, Request, StatusCode};
use shared_events::Position;
use sqlx::AssertSqlSafe;
use test_support::wait_for;
use tower::ServiceExt;

use super::{Answer, Market, Person};

impl Market {
    /// The names of all views.
    pub(crate) fn views(&self) -> Vec<&'static str> {
        projections::views::all().iter().map(|view| view.name()).collect()
    }

    /// Moves a view's tables out of the schema `read`, or back.
    pub(crate) async fn hide(&self, view: &str, away: bool) {
        let (from, to) = if away { ("read", "hidden") } else { ("hidden", "read") };
        let tables: Vec<String> = sqlx::query_scalar(
            "SELECT viewname::text FROM pg_views WHERE schemaname = $1 AND viewname LIKE $2",
        )
        .bind(from)
        .bind(format!("{view}\\_%"))
        .fetch_all(&self.pool)
        .await
        .expect("the names of tables");
        assert!(!tables.is_empty(), "{view} has tables");
        self.run("CREATE SCHEMA IF NOT EXISTS hidden").await;
        for table in tables {
            self.run(&format!("ALTER VIEW {from}.\"{table}\" SET SCHEMA {to}")).await;
        }
    }

    pub(crate) async fn pause(&self, view: &str) {
        self.engine.pause(view).await.expect("the view stands still");
    }

    pub(crate) async fn resume(&self, view: &str) {
        self.engine.resume(view).await.expect("the view goes on");
    }

    /// Waits until the waiter knows that these views have applied all events.
    pub(crate) async fn reached(&self, views: &[&str]) {
        while !self.waiter.reached(views, self.seen).await {}
    }

    /// Waits until a request waits for a view.
    pub(crate) async fn somebody_waits(&self) {
        wait_for("a request that waits", async || (self.waiter.waiting() > 0).then_some(())).await;
    }

    /// Sends a request as this person, with the position of the last event, without waiting for the views.
    pub(crate) async fn send_as(&self, person: &Person, path: &str) -> Answer {
        let token = format!("Bearer {}", self.token_of(person));
        self.send(path, &[("Authorization", &token), ("Greenstall-After", &self.seen.to_string())]).await
    }

    /// Terminates the database connections that LISTEN for notifications.
    pub(crate) async fn break_listeners(&self) {
        let listeners = "datname = current_database() AND query ILIKE 'LISTEN%'";
        self.run(&format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {listeners}")).await;
    }

    /// Stops the projections.
    pub(crate) async fn stop_views(&self) {
        self.settled().await;
        self.stop_views.cancel();
    }

    /// Moves the checkpoint of a stopped view back, and notifies listeners.
    pub(crate) async fn put_back(&self, view: &str, position: u64) {
        let serving = format!("state = 'serving' AND view = '{view}'");
        self.run(&format!("UPDATE projections.generations SET position = {position} WHERE {serving}")).await;
        self.run(&format!("NOTIFY greenstall_views, '{view} {position}'")).await;
    }

    /// Moves the checkpoints of all views but this one to a new position. Returns it once the waiter knows it.
    pub(crate) async fn all_but_one_move_on(&self, view: &str) -> u64 {
        let position: i64 = sqlx::query_scalar("SELECT max(position) + 1 FROM read.checkpoints")
            .fetch_one(&self.pool)
            .await
            .expect("a position");
        let others = format!("state = 'serving' AND view <> '{view}'");
        self.run(&format!("UPDATE projections.generations SET position = {position} WHERE {others}")).await;
        let position = position.unsigned_abs();
        let others: Vec<&str> = self.views().into_iter().filter(|other| *other != view).collect();
        while !self.waiter.reached(&others, Position(position)).await {}
        assert!(!self.waiter.reached(&[view], Position(position)).await, "{view} stays behind");
        position
    }

    /// The status and the headers of an answer, without waiting for its body.
    pub(crate) async fn head(&self, path: &str, headers: &[(&str, &str)]) -> (StatusCode, HeaderMap) {
        let request =
            headers.iter().fold(Request::get(path), |request, (name, value)| request.header(*name, *value));
        let request = request.body(axum::body::Body::empty()).expect("a path");
        let answer = self.router.clone().oneshot(request).await.expect("the router answers");
        (answer.status(), answer.headers().clone())
    }

    async fn run(&self, statement: &str) {
        sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&self.pool).await.expect("it is done");
    }
}
