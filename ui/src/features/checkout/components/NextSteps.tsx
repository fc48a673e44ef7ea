import { Card } from "@/ui/Card";
import { texts } from "../texts";

/** The steps between the payment and the delivery. */
export function NextSteps({ pickup }: { pickup: boolean }) {
  return (
    <Card>
      <h3 className="text-h3">{texts.nextSteps}</h3>
      <ol className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {texts.nextStepsList(pickup).map(({ title, text }, index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden
              className="flex size-8 shrink-0 items-center justify-center rounded-full bg-leaf-soft font-bold text-leaf"
            >
              {index + 1}
            </span>
            <span>
              <span className="block font-semibold">{title}</span>
              <span className="text-sm text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
