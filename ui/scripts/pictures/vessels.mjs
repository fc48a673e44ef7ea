// Jars, bottles and glasses with something in them: the Fluent set has too few of them, so they are drawn in its manner.

const SIZE = 256;

function channels(color) {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

/** Mixes two colors: a share of 0 is all `color`, 1 all `other`. */
function mix(color, other, share) {
  const [a, b] = [channels(color), channels(other)];
  const part = (value, index) => Math.round(value + (b[index] - value) * share);
  return `#${a.map((value, index) => part(value, index).toString(16).padStart(2, "0")).join("")}`;
}

function gradient(id, stops, across = true) {
  const direction = across ? 'x1="0" y1="0" x2="1" y2="0.15"' : 'x1="0" y1="0" x2="0" y2="1"';
  const list = stops.map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`).join("");
  return `<linearGradient id="${id}" ${direction}>${list}</linearGradient>`;
}

/** The contents: lit from the left, deeper in color to the right. */
function contents(fill) {
  return gradient("in", [
    [0, mix(fill, "#ffffff", 0.12)],
    [0.28, mix(fill, "#ffffff", 0.38)],
    [0.62, fill],
    [1, mix(fill, "#4a1c40", 0.34)],
  ]);
}

const LID = gradient("lid", [
  [0, "#f3cf95"],
  [0.3, "#fbe3b8"],
  [1, "#b9803f"],
]);

const PAPER = gradient("paper", [
  [0, "#fffdf8"],
  [1, "#ece2d2"],
]);

/** A paper label with a leaf in a darker shade of the contents and two lines of writing. */
function label(x, y, width, height, fill) {
  const ink = mix(fill, "#3b2a20", 0.45);
  const [cx, cy] = [x + width / 2, y + height * 0.34];
  const line = (part, at) =>
    `<rect x="${cx - (width * part) / 2}" y="${y + height * at}" width="${width * part}" height="5" rx="2.5" fill="#b9a892"/>`;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="12" fill="url(#paper)"/>
    <path d="M${cx - 17} ${cy + 9} q2 -24 34 -22 q0 27 -34 22 z" fill="${ink}"/>
    <path d="M${cx - 21} ${cy + 13} q10 -9 25 -16" fill="none" stroke="#fffaf2" stroke-width="2.5" stroke-linecap="round"/>
    ${line(0.62, 0.62)}${line(0.4, 0.78)}`;
}

function shine(path) {
  return `<path d="${path}" fill="none" stroke="#fff" stroke-opacity="0.62" stroke-width="9" stroke-linecap="round"/>`;
}

function jar(fill) {
  return `<defs>${contents(fill)}${LID}${PAPER}</defs>
    <rect x="40" y="62" width="176" height="184" rx="42" fill="#eef6fb"/>
    <rect x="48" y="82" width="160" height="157" rx="36" fill="url(#in)"/>
    <rect x="66" y="48" width="124" height="26" rx="8" fill="#dcebf3"/>
    <rect x="56" y="12" width="144" height="46" rx="15" fill="url(#lid)"/>
    <rect x="56" y="42" width="144" height="5" fill="#8f5f2c" opacity="0.25"/>
    ${label(72, 122, 112, 82, fill)}
    ${shine("M62 112 v84")}`;
}

function bottle(fill) {
  const outline =
    "M102 58 h52 v28 q48 20 48 68 v66 a26 26 0 0 1 -26 26 h-96 a26 26 0 0 1 -26 -26 v-66 q0 -48 48 -68 z";
  return `<defs>${contents(fill)}${LID}${PAPER}</defs>
    <path d="${outline}" fill="#eef6fb" stroke="#e3eff5" stroke-width="6" stroke-linejoin="round"/>
    <path d="${outline}" fill="url(#in)"/>
    <rect x="94" y="42" width="68" height="22" rx="9" fill="#e3eff5"/>
    <rect x="103" y="8" width="50" height="42" rx="11" fill="url(#lid)"/>
    ${label(68, 136, 120, 84, fill)}
    ${shine("M80 124 q6 -18 24 -26")}${shine("M62 160 v48")}`;
}

function glass(fill) {
  return `<defs>${contents(fill)}</defs>
    <path d="M52 20 h152 l-18 208 a20 20 0 0 1 -20 18 h-76 a20 20 0 0 1 -20 -18 z" fill="#e6f1f8"/>
    <path d="M62 70 h132 l-14 152 a16 16 0 0 1 -16 15 h-72 a16 16 0 0 1 -16 -15 z" fill="url(#in)"/>
    <ellipse cx="128" cy="70" rx="66" ry="14" fill="${mix(fill, "#ffffff", 0.5)}"/>
    <ellipse cx="128" cy="22" rx="76" ry="13" fill="#f7fbfe"/>
    <ellipse cx="128" cy="24" rx="64" ry="8" fill="#d5e4ee"/>
    <rect x="150" y="-8" width="15" height="150" rx="7" fill="#ffffff" transform="rotate(13 150 80)"/>
    <rect x="150" y="-8" width="6" height="150" rx="3" fill="#e8505b" opacity="0.75" transform="rotate(13 150 80)"/>
    ${shine("M80 96 l8 100")}`;
}

const DRAWN = { jar, bottle, glass };

/** The SVG of a vessel: `{vessel: "jar" | "bottle" | "glass", fill: "#rrggbb"}`. */
export function vessel({ vessel: kind, fill }) {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="384" height="384" viewBox="0 0 ${SIZE} ${SIZE}">${DRAWN[kind](fill)}</svg>`,
  );
}
