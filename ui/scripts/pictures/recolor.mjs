// Recolors an object: a green pepper becomes a red one, an onion a beet.

function toHsl(r, g, b) {
  const [max, min] = [Math.max(r, g, b) / 255, Math.min(r, g, b) / 255];
  const lightness = (max + min) / 2;
  const range = max - min;
  if (range === 0) return [0, 0, lightness];
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  const [x, y, z] = [r / 255, g / 255, b / 255];
  const sector =
    max === x ? ((y - z) / range + 6) % 6 : max === y ? (z - x) / range + 2 : (x - y) / range + 4;
  return [sector * 60, saturation, lightness];
}

function toRgb(hue, saturation, lightness) {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n) => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

const clamp = (value) => Math.min(1, Math.max(0, value));

/**
 * Changes RGBA pixels in place. `hue` rotates the hue by this many degrees; `saturation` and `lightness` are factors.
 * `only: [from, to]` limits the change to pixels whose hue is in the range, which may wrap around 360: `[300, 40]`.
 * `paint` gives every pixel nearly that one hue instead of rotating it.
 */
export function recolor(pixels, { hue = 0, paint, saturation = 1, lightness = 1, only }) {
  const concerned = (at) =>
    !only || (only[0] <= only[1] ? at >= only[0] && at <= only[1] : at >= only[0] || at <= only[1]);
  for (let i = 0; i < pixels.length; i += 4) {
    if (pixels[i + 3] === 0) continue;
    const [h, s, l] = toHsl(pixels[i], pixels[i + 1], pixels[i + 2]);
    if (!concerned(h)) continue;
    const turned = (((paint === undefined ? h + hue : paint + (h - 120) * 0.12) % 360) + 360) % 360;
    pixels.set(toRgb(turned, clamp(s * saturation), clamp(l * lightness)), i);
  }
}
