// Draws spans as a waterfall: draw.mjs SPANS PICTURE. A block is a trace: the request, below it what it did, and then what
// followed from its events. Waiting for Postgres is a dark stripe inside of a bar and no bar of its own.
import { readFileSync, writeFileSync } from "node:fs";

const [source, picture] = process.argv.slice(2);
const spans = readFileSync(source, "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line))
  .map((span) => ({ ...span, from: Number(BigInt(span.began) / 1000n), to: Number(BigInt(span.ended) / 1000n) }))
  .sort((one, other) => one.from - other.from);

const KINDS = {
  request: { color: "#2f6db5", text: "request" },
  command: { color: "#3d8b5f", text: "command" },
  append: { color: "#c9861a", text: "append of events" },
  provider: { color: "#7d55b0", text: "payment provider" },
  step: { color: "#1c8a94", text: "process manager" },
  mail: { color: "#c04f7b", text: "mail" },
  view: { color: "#6f7f4a", text: "view" },
};
const kindOf = (span) => {
  if (span.kind === 2) return "request";
  if (span.name === "append") return "append";
  if (span.name === "send mail") return "mail";
  if (span.name === "view batch") return "view";
  if (span.kind === 5) return "step";
  return span.kind === 3 ? "provider" : "command";
};
const isEvent = (span) => span.kind === 4;
const isDatabase = (span) => span.name === "postgres";
const eventType = (span) => span.attributes["greenstall.event.type"];

const byId = new Map(spans.map((span) => [span.trace + span.span, span]));
const parentOf = (span) => byId.get(span.trace + span.parent);

// What is drawn: requests of the purchase, what is below them, and what followed from their events.
const requests = spans.filter((span) => span.kind === 2 && span.name.startsWith("POST"));
const reads = spans.filter((span) => span.kind === 2 && span.name.startsWith("GET"));
const events = spans.filter(isEvent);
const appendOf = (event) =>
  spans.find(
    (span) => span.name === "append" && span.trace === event.trace && span.parent === event.parent && span.from <= event.to && span.to >= event.from,
  );

const rows = [];
const row = (span, depth, label, because) => rows.push({ span, depth, label, because });

function below(span, depth) {
  const children = spans.filter((one) => one.trace === span.trace && one.parent === span.span && !isEvent(one) && !isDatabase(one));
  for (const child of children) {
    let label = child.name;
    if (kindOf(child) === "append") {
      const types = events.filter((event) => appendOf(event) === child).map(eventType);
      label = types.length > 0 ? `append ${tally(types)}` : `append (${child.attributes["greenstall.outcome"] ?? "nothing new"})`;
    }
    row(child, depth, label);
    below(child, depth + 1);
  }
}

/** Names with how often each is there. */
function tally(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(", ");
}

for (const request of requests) {
  rows.push({ heading: `Trace ${request.trace.slice(0, 8)}…${request.trace.slice(-4)}`, trace: request.trace });
  row(request, 0, request.name);
  below(request, 1);
  const followers = [];
  for (const span of spans) {
    const cause = parentOf(span);
    if (span.trace === request.trace && kindOf(span) === "step" && cause && isEvent(cause))
      followers.push({ span, label: span.name, because: eventType(cause) });
    if (kindOf(span) === "view") {
      const causes = span.links.map(([trace, id]) => byId.get(trace + id)).filter((event) => event?.trace === request.trace);
      if (causes.length > 0)
        followers.push({ span, label: `view ${span.attributes["greenstall.view"]}`, because: tally(causes.map(eventType)) });
    }
  }
  for (const { span, label, because } of followers.sort((one, other) => one.span.from - other.span.from)) {
    row(span, 1, label, because);
    below(span, 2);
  }
}
for (const read of reads.slice(-1)) {
  rows.push({ heading: `Trace ${read.trace.slice(0, 8)}…${read.trace.slice(-4)}`, trace: read.trace });
  row(read, 0, `${read.name}, with Greenstall-After`);
}

const drawn = rows.filter((one) => one.span).map((one) => one.span);
const start = Math.min(...drawn.map((span) => span.from));
const end = Math.max(...drawn.map((span) => span.to));

const [WIDTH, LEFT, RIGHT, ROW, TOP] = [1280, 470, 34, 19, 118];
const scale = (WIDTH - LEFT - RIGHT - 56) / (end - start);
const x = (time) => LEFT + (time - start) * scale;
const escape = (text) => text.replace(/[&<>]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[one]);
const milliseconds = (micros) => (micros < 9_950 ? `${(micros / 1000).toFixed(1)} ms` : `${Math.round(micros / 1000)} ms`);
const height = TOP + rows.reduce((sum, one) => sum + (one.heading ? ROW + 8 : ROW), 0) + 34;

const out = [];
const text = (at, y, content, extra = "") => out.push(`<text x="${at.toFixed(1)}" y="${y}"${extra}>${escape(content)}</text>`);
const rect = (at, y, width, high, fill, extra = "") =>
  out.push(`<rect x="${at.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${high}" fill="${fill}"${extra}/>`);

out.push(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="The trace of one purchase">`,
  `<style>text{font:12px system-ui,"Segoe UI","DejaVu Sans",sans-serif;fill:#22302a}.t{font-size:21px;font-weight:600}.s{font-size:13px;fill:#55635c}.h{font:600 12px ui-monospace,"DejaVu Sans Mono",monospace;fill:#55635c}.b{fill:#7a867f}.d{font-size:11px;fill:#55635c}.a{font-size:11px;fill:#7a867f;text-anchor:middle}</style>`,
);
rect(0, 0, WIDTH, height, "#fdfdfb");
text(24, 36, "One purchase, from the click to the letters", ' class="t"');
const day = new Date(start / 1000).toISOString().slice(0, 10);
text(
  24,
  58,
  `${spans.length} spans of a demo shop in one process (the build of make run), ${milliseconds(end - start)} in all. A trace has the correlation id of its request as id. Recorded ${day}.`,
  ' class="s"',
);
let at = 24;
for (const { color, text: name } of Object.values(KINDS)) {
  rect(at, 73, 12, 12, color, ' rx="2"');
  text(at + 18, 83.5, name);
  at += 38 + name.length * 7.2;
}
rect(at, 73, 12, 12, "#b9c4bd", ' rx="2"');
rect(at + 3, 73, 6, 12, "#1b2b23", ' fill-opacity=".55"');
text(at + 18, 83.5, "waits for Postgres");

// The axis.
const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
const step = steps.find((one) => (end - start) / 1000 / one <= 9) ?? 10_000;
for (let tick = 0; tick * 1000 <= end - start; tick += step) {
  const line = x(start + tick * 1000);
  out.push(`<path d="M${line.toFixed(1)} ${TOP - 8}V${height - 26}" stroke="#e3e7e1"/>`);
  text(line, TOP - 13, `${tick} ms`, ' class="a"');
}

let y = TOP;
for (const { heading, span, depth, label, because } of rows) {
  if (heading) {
    y += 8;
    out.push(`<path d="M24 ${y + 0.5}H${WIDTH - 24}" stroke="#d5dbd4"/>`);
    text(24, y + 14, heading, ' class="h"');
    y += ROW;
    continue;
  }
  const kind = kindOf(span);
  const left = 24 + depth * 14;
  const room = Math.floor((LEFT - left - 12) / 6.3);
  const whole = because ? `${label}  ← ${because}` : label;
  const shown = whole.length > room ? `${whole.slice(0, room - 1)}…` : whole;
  const split = because ? shown.indexOf("  ← ") : -1;
  const content =
    split < 0 ? escape(shown) : `${escape(shown.slice(0, split))}<tspan class="b">${escape(shown.slice(split))}</tspan>`;
  out.push(`<text x="${left}" y="${y + 13}">${content}</text>`);
  const width = Math.max((span.to - span.from) * scale, 1.5);
  rect(x(span.from), y + 3.5, width, 12, KINDS[kind].color, ' rx="2"');
  for (const wait of spans.filter((one) => isDatabase(one) && one.trace === span.trace && one.parent === span.span))
    rect(x(wait.from), y + 3.5, Math.max((wait.to - wait.from) * scale, 0.6), 12, "#1b2b23", ' fill-opacity=".45"');
  text(x(span.from) + width + 5, y + 13, milliseconds(span.to - span.from), ' class="d"');
  y += ROW;
}
text(24, height - 10, "← names the event because of which a process manager or a view has worked. The payment places the order; the third request finds it placed.", ' class="s"');
out.push("</svg>");
writeFileSync(picture, out.join("\n") + "\n");
console.log(`${picture}: ${rows.length} rows, ${out.join("\n").length} bytes`);
