import { texts } from "../../texts";
import { Section } from "./Section";

export function HowItWorks() {
  return (
    <Section title={texts.home.howItWorks}>
      <ol className="grid gap-8 md:grid-cols-3">
        {texts.home.steps.map((step, index) => (
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
