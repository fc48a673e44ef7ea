// The peer emmett-postgresql (Node), on the benchmark's Postgres. Speaks the protocol of ../README.md.
//
// One Node process, as the library is used; a writer is an asynchronous loop of `appendToStream`, each append to a new
// stream with expected version 0, as ours. The pool has a connection for each writer.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { randomUUID } from "node:crypto";
import { dumbo, rawSql, sql } from "@event-driven-io/dumbo";
import { getPostgreSQLEventStore, postgreSQLRawSQLProjection, readMessagesBatch } from "@event-driven-io/emmett-postgresql";
import pg from "pg";

const [url, eventText] = process.argv.slice(2);
const data = JSON.parse(eventText);
const newStream = () => `order-${randomUUID()}`;
const placed = (count) => Array.from({ length: count }, () => ({ type: "OrderPlaced", data }));
const secondsSince = (start) => (performance.now() - start) / 1000;

/** A store whose pool has all its connections open before anything is measured. */
async function withStore(connections, work) {
  const pool = new pg.Pool({ connectionString: url, max: connections, min: connections });
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
  clients.forEach((client) => client.release());
  const store = getPostgreSQLEventStore(url, {
    connectionOptions: { pooled: true, pool },
    schema: { autoMigration: "None" },
  });
  try {
    return await work(store, pool);
  } finally {
    await store.close();
    if (!pool.ended) await pool.end();
  }
}

function sample(latencies, seconds) {
  latencies.sort((a, b) => a - b);
  const percentile = (percent) => latencies[Math.floor(((latencies.length - 1) * percent) / 100)] ?? null;
  return { operations: latencies.length, seconds, p50: percentile(50), p99: percentile(99) };
}

/** So many loops of `step` at once until the time is over. */
async function concurrently(loops, seconds, step) {
  const latencies = [];
  const start = performance.now();
  await Promise.all(
    Array.from({ length: loops }, async () => {
      while (secondsSince(start) < seconds) {
        const sent = performance.now();
        await step();
        latencies.push(performance.now() - sent);
      }
    }),
  );
  return sample(latencies, secondsSince(start));
}

const append = ({ writers, events, seconds }) =>
  withStore(writers, (store) =>
    concurrently(writers, seconds, () =>
      store.appendToStream(newStream(), placed(events), { expectedStreamVersion: 0n }),
    ),
  );

/** The log in pages of 1,000, as its consumers read it. */
const readAll = ({ events }) =>
  withStore(1, async () => {
    const pool = dumbo({ connectionString: url });
    try {
      const start = performance.now();
      let read = 0;
      for (let after = 0n; read < events; ) {
        const page = await readMessagesBatch(pool.execute, { after, batchSize: Math.min(1000, events - read) });
        if (page.messages.length === 0) break;
        read += page.messages.length;
        after = page.currentGlobalPosition;
      }
      return { operations: read, seconds: secondsSince(start) };
    } finally {
      await pool.close();
    }
  });

let streamOfHundred;
const readStream = ({ seconds }) =>
  withStore(1, async (store) => {
    if (!streamOfHundred) {
      streamOfHundred = newStream();
      await store.appendToStream(streamOfHundred, placed(100), { expectedStreamVersion: 0n });
    }
    return concurrently(1, seconds, async () => {
      const { events } = await store.readStream(streamOfHundred);
      if (events.length !== 100) throw new Error(`the stream of 100 events has ${events.length}`);
    });
  });

/** A row for each stream, kept by one statement for each event, as emmett's documentation has it. */
const orders = postgreSQLRawSQLProjection({
  name: "orders",
  canHandle: ["OrderPlaced"],
  init: () =>
    rawSql("CREATE TABLE IF NOT EXISTS orders (id text PRIMARY KEY, number text, total bigint, events bigint)"),
  evolve: ({ data, metadata }) =>
    sql(
      `INSERT INTO orders AS o (id, number, total, events) VALUES (%L, %L, %s, 1)
       ON CONFLICT (id) DO UPDATE SET number = excluded.number, total = o.total + excluded.total, events = o.events + 1`,
      metadata.streamName,
      data.number,
      data.amounts.total,
    ),
});

/** So many events in streams of ten, then (measured) their projection. Needs an empty database of its own. */
const project = ({ events }) =>
  withStore(1, async (store, pool) => {
    // One after the other: its consumer asks for positions beyond the last, in the order of transactions, and misses
    // events of concurrent ones.
    for (let stream = 0; stream < events / 10; stream++) {
      await store.appendToStream(newStream(), placed(10), { expectedStreamVersion: 0n });
    }
    // Larger batches than its 100, and no pause of 50 ms between two of them.
    const consumer = store.consumer({
      stopWhen: { noMessagesLeft: true },
      pulling: { batchSize: 1000, pullingFrequencyInMs: 1 },
    });
    consumer.projector({ processorId: "orders", projection: orders });
    const start = performance.now();
    await consumer.start();
    const seconds = secondsSince(start);
    const { rows } = await pool.query("SELECT coalesce(sum(events), 0)::int AS events FROM orders");
    if (rows[0].events !== events) throw new Error(`projected ${rows[0].events} of ${events} events`);
    return { operations: events, seconds };
  });

const measures = { append, read_all: readAll, read_stream: readStream, project };

const store = getPostgreSQLEventStore(url);
await store.schema.migrate();
await store.close();
const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url)));
const peer = `emmett-postgresql ${dependencies["@event-driven-io/emmett-postgresql"]}`;
console.log(JSON.stringify({ peer, about: `appendToStream in one Node ${process.versions.node}, pool = writers` }));
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  try {
    console.log(JSON.stringify(await measures[request.measure](request)));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error?.message ?? error) }));
  }
}
process.exit(0);
