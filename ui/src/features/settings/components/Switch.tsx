interface Props {
  /** The accessible name of the switch. */
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A setting that is on or off, and changes at once. */
export function Switch({ label, checked, onChange }: Props) {
  return (
    <input
      type="checkbox"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className={
        "relative h-6 w-11 shrink-0 cursor-pointer appearance-none rounded-full border border-control bg-sunken transition-colors " +
        "before:absolute before:top-1/2 before:left-0.5 before:size-4.5 before:-translate-y-1/2 before:rounded-full before:bg-control before:transition-transform " +
        "checked:border-leaf checked:bg-leaf checked:before:translate-x-5 checked:before:bg-on-leaf"
      }
    />
  );
}
