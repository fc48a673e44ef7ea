import { Card } from "@/ui/Card";

const STEPS = [
  ["The merchant confirms your order", "You see it under your orders as soon as it happens."],
  ["Your items are prepared", "Picked, packed or baked for you."],
] as const;
const COLLECT = ["You collect it", "Your order says when it is ready."] as const;
const RECEIVE = ["It comes to you", "Your order says when it is on its way."] as const;
const LAST = ["Enjoy", "All of it stays under your orders."] as const;

/** What happens between the payment and the meal. */
export function NextSteps({ pickup }: { pickup: boolean }) {
  return (
    <Card>
      <h3 className="text-h3">What Happens Next</h3>
      <ol className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {[...STEPS, pickup ? COLLECT : RECEIVE, LAST].map(([title, text], index) => (
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
