interface Props {
  label: string;
  /** 0 to 1. */
  share: number;
}

/** The progress of something that takes seconds. */
export function ProgressBar({ label, share }: Props) {
  return (
    <progress
      aria-label={label}
      max={1}
      value={share}
      className="progress h-2.5 w-full overflow-hidden rounded-ui border border-control"
    />
  );
}
