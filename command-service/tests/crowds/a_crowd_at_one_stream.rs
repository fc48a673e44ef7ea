//! Hundreds of concurrent commands on one product are executed one after the other, and none is told to retry.

use std::convert::Infallible;

use command_service::{App, application::load};
use domain::{Command, stock::Stock};
use shared_events::{Actor, events::StockEvent, ids::ProductId};
use tokio::task::JoinSet;
use uuid::Uuid;

use super::{database, process};

const PROCESSES: u32 = 2;
const COMMANDS: u32 = 400;

/// A command that counts one unit more than the last time.
struct CountOneMore {
    product_id: ProductId,
}

impl Command for CountOneMore {
    type Aggregate = Stock;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.product_id.uuid()
    }

    fn decide(&self, stock: &Stock) -> Result<Vec<StockEvent>, Infallible> {
        Ok(vec![StockEvent::StockCounted { product_id: self.product_id, quantity: stock.on_hand + 1 }])
    }
}

async fn one_more(app: App, product_id: ProductId) -> Result<(), String> {
    let provenance = app.command_by(Actor::system("test"));
    let counted = app.writer.execute(&provenance, &CountOneMore { product_id }).await;
    counted.map(drop).map_err(|failure| failure.to_string())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn all_concurrent_commands_succeed() {
    let database = database().await;
    let mut processes = Vec::new();
    for _ in 0..PROCESSES {
        processes.push(process(&database).await);
    }
    let product_id = ProductId::new(processes[0].ids.uuid());
    let mut commands = JoinSet::new();
    for command in 0..COMMANDS {
        commands.spawn(one_more(processes[(command % PROCESSES) as usize].clone(), product_id));
    }
    for served in commands.join_all().await {
        assert_eq!(served, Ok(()));
    }
    let stock = load::<Stock, ()>(&processes[0].writer.log, product_id.uuid()).await.unwrap().state;
    assert_eq!(stock.on_hand, COMMANDS);
}
