/** Samples kept per view: two minutes at one every two seconds. */
const MAX_SAMPLES = 60;

/** The lag samples of each view, oldest first, by the view's name. */
export type Samples = Readonly<Record<string, readonly number[]>>;

/** Adds a sample of each view; drops views that no longer exist. */
export function addSamples(before: Samples, views: readonly { name: string; lag: number }[]): Samples {
  return Object.fromEntries(
    views.map(({ name, lag }) => [name, [...(before[name] ?? []), lag].slice(-MAX_SAMPLES)]),
  );
}

/**
 * The points of a line through the samples in a box of this size. The newest is at the right edge, and few samples do
 * not stretch the line; the highest touches the top.
 */
export function linePoints(samples: readonly number[], width: number, height: number): string {
  const highest = Math.max(1, ...samples);
  const step = width / (MAX_SAMPLES - 1);
  const start = width - step * (samples.length - 1);
  return samples
    .map((lag, index) => {
      const y = height - (lag / highest) * height;
      return `${Math.round((start + index * step) * 10) / 10},${Math.round(y * 10) / 10}`;
    })
    .join(" ");
}
