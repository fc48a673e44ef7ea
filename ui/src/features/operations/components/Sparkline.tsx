import { linePoints } from "../model/samples";

interface Props {
  label: string;
  samples: readonly number[];
}

const WIDTH = 118;
const HEIGHT = 24;

/** The recent values of a number, as a thin line. */
export function Sparkline({ label, samples }: Props) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-1 -1 ${WIDTH + 2} ${HEIGHT + 2}`}
      className="h-6 w-28 text-leaf"
      preserveAspectRatio="none"
    >
      <polyline
        points={linePoints(samples, WIDTH, HEIGHT)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
