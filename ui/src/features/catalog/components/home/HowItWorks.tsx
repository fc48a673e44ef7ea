import { Section } from "./Section";

const STEPS = [
  {
    title: "Look what is in season",
    text: "Browse sixteen kinds of goods, each with the name of the person behind it.",
  },
  {
    title: "Fill one basket",
    text: "Mix stalls as you like: you pay once, and every merchant gets their own order.",
  },
  {
    title: "Pick up or have it brought",
    text: "Ready in 1-2 hours at the stall, or the same day at your door in 2-4 hours.",
  },
] as const;

export function HowItWorks() {
  return (
    <Section title="How it works">
      <ol className="grid gap-8 md:grid-cols-3">
        {STEPS.map((step, index) => (
          <li key={step.title} className="flex gap-4">
            <span aria-hidden className="font-display text-5xl leading-none text-leaf">
              {index + 1}
            </span>
            <div>
              <h3 className="text-h3 font-semibold">{step.title}</h3>
              <p className="mt-1 text-muted">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
