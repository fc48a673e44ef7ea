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
      className="h-2 w-full overflow-hidden rounded-ui accent-leaf"
    />
  );
}
