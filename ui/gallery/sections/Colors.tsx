import { State, States } from "../State";

/** Background colors with the text colors used on them. */
const PAIRS = {
  paper: "bg-paper text-ink",
  surface: "bg-surface text-ink",
  sunken: "bg-sunken text-muted",
  leaf: "bg-leaf text-on-leaf",
  "leaf-strong": "bg-leaf-strong text-on-leaf-strong",
  "leaf-soft": "bg-leaf-soft text-leaf",
  tomato: "bg-tomato text-on-tomato",
  "tomato-strong": "bg-tomato-strong text-on-tomato",
  "tomato-soft": "bg-tomato-soft text-ink",
  butter: "bg-butter text-ink",
  "butter-soft": "bg-butter-soft text-butter-ink",
  danger: "bg-danger text-surface",
  "danger-soft": "bg-danger-soft text-danger",
  wood: "bg-wood text-ink",
  backdrop: "bg-backdrop text-surface",
};

export function Colors() {
  return (
    <>
      <States of="Tokens" columns={5}>
        {Object.entries(PAIRS).map(([name, pair]) => (
          <State key={name} name={name}>
            <div className={`rounded-ui border border-line px-3 py-4 font-semibold ${pair}`}>Aa</div>
          </State>
        ))}
      </States>
      <States of="Awning and shadows" columns={3}>
        <State name="awning">
          <div className="awning" />
        </State>
        <State name="shadow-sm">
          <div className="h-12 rounded-ui bg-surface shadow-sm" />
        </State>
        <State name="shadow-md">
          <div className="h-12 rounded-ui bg-surface shadow-md" />
        </State>
      </States>
    </>
  );
}
