/** So many are kept: two minutes at one every two seconds. */
const KEPT = 60;

/** How far each view was behind, the oldest first, by the view's name. */
export type Samples = Readonly<Record<string, readonly number[]>>;

/** The same with one more look at the views; those that are gone are dropped. */
export function sampled(before: Samples, views: readonly { name: string; lag: number }[]): Samples {
  return Object.fromEntries(
    views.map(({ name, lag }) => [name, [...(before[name] ?? []), lag].slice(-KEPT)]),
  );
}

/**
 * The points of a line through the samples in a box of this size. The newest is at the right edge, and the line does not
 * stretch while there are few; the highest sample touches the top.
 */
export function linePoints(samples: readonly number[], width: number, height: number): string {
  const highest = Math.max(1, ...samples);
  const step = width / (KEPT - 1);
  const start = width - step * (samples.length - 1);
  return samples
    .map((lag, index) => {
      const y = height - (lag / highest) * height;
      return `${Math.round((start + index * step) * 10) / 10},${Math.round(y * 10) / 10}`;
    })
    .join(" ");
}
