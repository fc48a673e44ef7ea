import { ShoppingBasket } from "lucide-react";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { State, States } from "../State";
import { nothing, SENTENCE } from "../samples";

export function Empty() {
  return (
    <>
      <States of="EmptyState" columns={2}>
        <State name="title">
          <EmptyState title="No orders yet" />
        </State>
        <State name="all of it, long words">
          <EmptyState
            title="Your cart is empty"
            hint={SENTENCE}
            icon={<ShoppingBasket aria-hidden className="size-10" />}
            action={<Button>Browse the market</Button>}
          />
        </State>
      </States>
      <States of="ErrorState" columns={2}>
        <State name="failed">
          <ErrorState
            title="Your orders could not be loaded"
            hint="Check your connection and try again."
            onRetry={nothing}
          />
        </State>
        <State name="trying again">
          <ErrorState
            title="Your orders could not be loaded"
            hint="Check your connection and try again."
            onRetry={nothing}
            retrying
          />
        </State>
      </States>
    </>
  );
}
