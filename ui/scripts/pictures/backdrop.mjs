// The backdrops of the demo market's pictures, drawn as SVG: a shelf, a plinth and a market stall.

export const WIDTH = 800;
export const HEIGHT = 600;

/** The y coordinate in pixels at which the table top begins. */
export const HORIZON = 384;

/** `hsl(h, s%, l%)` as a hex color. */
export function hsl(hue, saturation, lightness) {
  const s = saturation / 100;
  const l = lightness / 100;
  const channel = (n) => {
    const k = (n + hue / 30) % 12;
    const value = l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * value)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

/** Table tops: light at the far edge and darker in front, with a line for the edge and for the pattern across them. */
const SURFACES = {
  oak: { far: "#e9c99b", near: "#cf9f68", edge: "#f6e2c0", line: "#b98650" },
  walnut: { far: "#b98a63", near: "#8c5f3f", edge: "#d8b08a", line: "#754c30" },
  linen: { far: "#f4ede1", near: "#ddd0bd", edge: "#ffffff", line: "#cbbca6" },
  marble: { far: "#f3f4f6", near: "#d3d8de", edge: "#ffffff", line: "#bcc4cd" },
  slate: { far: "#8d97a1", near: "#5f6973", edge: "#b6c0c9", line: "#525b64" },
};

function svg(body) {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${body}</svg>`,
  );
}

function wall(hue, saturation) {
  return `
    <defs>
      <linearGradient id="wall" x1="0" y1="0" x2="0.3" y2="1">
        <stop offset="0" stop-color="${hsl(hue, saturation, 93)}"/>
        <stop offset="1" stop-color="${hsl(hue, saturation, 79)}"/>
      </linearGradient>
      <radialGradient id="light" cx="0.28" cy="0.12" r="0.85">
        <stop offset="0" stop-color="#fff" stop-opacity="0.75"/>
        <stop offset="1" stop-color="#fff" stop-opacity="0"/>
      </radialGradient>
    </defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#wall)"/>`;
}

function light() {
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#light)"/>`;
}

const pane = (x, y) => `<path d="M${x} ${y} l118 -30 l62 128 l-118 30 z"/>`;

/** Sunlight through a window's panes, cast on the wall. */
function sunshine(shift) {
  return `<g fill="#fff" opacity="0.2" transform="translate(${shift} 0)">
    ${pane(80, 96)}${pane(212, 62)}${pane(150, 240)}${pane(282, 206)}</g>`;
}

function table({ far, near, edge, line }, shift) {
  const depth = HEIGHT - HORIZON;
  const planks = [-420, -190, 40, 280, 520]
    .map(
      (x) => `<path d="M${400 + (x + shift) * 0.9} ${HORIZON + 6} L${400 + (x + shift) * 1.6} ${HEIGHT}"/>`,
    )
    .join("");
  return `
    <defs>
      <linearGradient id="top" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="${far}"/><stop offset="1" stop-color="${near}"/>
      </linearGradient>
      <linearGradient id="behind" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#3a2c1e" stop-opacity="0"/><stop offset="1" stop-color="#3a2c1e" stop-opacity="0.13"/>
      </linearGradient>
    </defs>
    <rect y="${HORIZON - 44}" width="${WIDTH}" height="44" fill="url(#behind)"/>
    <rect y="${HORIZON}" width="${WIDTH}" height="${depth}" fill="url(#top)"/>
    <g stroke="${line}" stroke-width="2" opacity="0.28">${planks}</g>
    <rect y="${HORIZON}" width="${WIDTH}" height="5" fill="${edge}" opacity="0.85"/>`;
}

/** A table top before a sunlit wall. */
export function shelf({ hue, saturation, surface }, shift) {
  return svg(`${wall(hue, saturation)}${sunshine(shift)}${light()}${table(SURFACES[surface], shift)}`);
}

/** A round plinth in front of an arch, all in the category's color. */
export function plinth({ hue, saturation }, shift) {
  const tone = (lightness, more = 0) => hsl(hue, Math.min(100, saturation + more), lightness);
  const center = 400 + shift / 3;
  return svg(`${wall(hue, saturation)}
    <defs>
      <linearGradient id="side" x1="0" x2="1">
        <stop offset="0" stop-color="${tone(84)}"/><stop offset="0.35" stop-color="${tone(90)}"/>
        <stop offset="1" stop-color="${tone(66)}"/>
      </linearGradient>
      <linearGradient id="arch" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stop-color="${tone(74, 6)}"/><stop offset="1" stop-color="${tone(82, 6)}"/>
      </linearGradient>
      <linearGradient id="floor" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="${tone(84)}"/><stop offset="1" stop-color="${tone(75)}"/>
      </linearGradient>
    </defs>
    <path d="M${center - 230} 452 V300 a230 230 0 0 1 460 0 V452 z" fill="url(#arch)" opacity="0.75"/>
    <rect y="452" width="${WIDTH}" height="148" fill="url(#floor)"/>
    <ellipse cx="${center + 34}" cy="536" rx="262" ry="40" fill="#2c2118" opacity="0.13"/>
    <path d="M${center - 210} 462 v58 a210 38 0 0 0 420 0 v-58 z" fill="url(#side)"/>
    <ellipse cx="${center}" cy="462" rx="210" ry="38" fill="${tone(94)}"/>
    ${light()}`);
}

/** A market stall: sky, striped awning, counter. The keeper stands between `stall.back` and `stall.front`. */
export function stall(stripe, hue) {
  const scallops = Array.from({ length: 10 }, (_, index) => {
    const fill = index % 2 ? "#fffaf2" : stripe;
    return `<path d="M${index * 80} 0 h80 v118 a40 34 0 0 1 -80 0 z" fill="${fill}"/>`;
  }).join("");
  const planks = [0, 1, 2, 3]
    .map((row) => `<rect y="${462 + row * 36}" width="800" height="2" fill="#8a5d38" opacity="0.45"/>`)
    .join("");
  return {
    back: svg(`${wall(hue, 48)}${light()}
      <ellipse cx="150" cy="452" rx="330" ry="128" fill="${hsl(hue, 34, 72)}" opacity="0.75"/>
      <ellipse cx="640" cy="470" rx="360" ry="150" fill="${hsl(hue, 36, 66)}" opacity="0.7"/>
      <rect x="34" y="90" width="20" height="400" fill="#9a6b42"/><rect x="746" y="90" width="20" height="400" fill="#8a5d38"/>
      <rect x="34" y="90" width="7" height="400" fill="#b98a5e"/><rect x="746" y="90" width="7" height="400" fill="#b08054"/>`),
    front: svg(`
      <defs>
        <linearGradient id="shade" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stop-color="#2c1d10" stop-opacity="0.22"/><stop offset="1" stop-color="#2c1d10" stop-opacity="0"/>
        </linearGradient>
        <linearGradient id="fold" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stop-color="#fff" stop-opacity="0.35"/><stop offset="0.6" stop-color="#fff" stop-opacity="0"/>
          <stop offset="1" stop-color="#000" stop-opacity="0.12"/>
        </linearGradient>
        <linearGradient id="counter" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stop-color="#d7a46c"/><stop offset="1" stop-color="#a97745"/>
        </linearGradient>
      </defs>
      <rect y="118" width="800" height="84" fill="url(#shade)"/>
      ${scallops}<rect width="800" height="128" fill="url(#fold)"/>
      <rect y="440" width="800" height="160" fill="url(#counter)"/>${planks}
      <rect y="424" width="800" height="26" fill="#e8bf8b"/><rect y="424" width="800" height="6" fill="#f7e0bf"/>
      <rect y="450" width="800" height="14" fill="#2c1d10" opacity="0.16"/>`),
  };
}
