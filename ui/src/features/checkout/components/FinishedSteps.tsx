import { getRouteApi } from "@tanstack/react-router";
import { Check, Pencil } from "lucide-react";
import type { Config } from "@/api/types";
import { cartCount, type CartItem } from "@/lib/cart";
import { Button } from "@/ui/Button";
import type { Draft } from "../model/draft";
import { texts } from "../texts";

interface Props {
  draft: Draft;
  items: readonly CartItem[];
  config: Config;
  current: 2 | 3;
  /** Paid: the earlier steps cannot be changed. */
  locked: boolean;
}

const route = getRouteApi("/checkout");

/** The finished steps, each with a link to edit it; one line on a phone. */
export function FinishedSteps({ draft, items, config, current, locked }: Props) {
  const method = config.checkout.deliveryMethods.find(({ id }) => id === draft.method)?.title;
  const to = draft.addresses?.shipping;
  return (
    <ul
      aria-label={texts.finishedSteps}
      className="mb-8 rounded-ui border border-line bg-surface max-sm:mb-5 max-sm:flex max-sm:divide-x max-sm:divide-line sm:divide-y sm:divide-line"
    >
      <FinishedStep
        name={texts.stepNames[0]}
        step={undefined}
        locked={locked}
        summary={[texts.count(cartCount(items)), method]}
      />
      {current === 3 && to && (
        <FinishedStep
          name={texts.stepNames[1]}
          step={2}
          locked={locked}
          summary={[
            `${to.firstName} ${to.lastName}`,
            [to.address, to.apartment].filter(Boolean).join(", "),
            `${to.city}, ${to.state} ${to.zipCode}`,
            draft.addresses?.billing.sameAsShipping ? texts.sameBilling : texts.anotherBilling,
          ]}
        />
      )}
    </ul>
  );
}

interface StepProps {
  name: string;
  /** The step in the URL; the first step has no parameter. */
  step: 2 | undefined;
  summary: (string | undefined)[];
  locked: boolean;
}

function FinishedStep(props: StepProps) {
  const navigate = route.useNavigate();
  return (
    <li className="flex min-w-0 items-center gap-3 py-2 pr-2 pl-4 max-sm:flex-1 max-sm:gap-2 max-sm:py-0.5 max-sm:pr-0.5 max-sm:pl-3">
      <Check aria-hidden className="size-5 shrink-0 text-leaf" />
      <p className="min-w-0 flex-1 text-sm">
        <span className="block font-semibold">{props.name}</span>
        <span className="text-muted max-sm:hidden">{props.summary.filter(Boolean).join(" · ")}</span>
      </p>
      <Button
        variant="quiet"
        size="sm"
        disabled={props.locked}
        aria-label={texts.editStep(props.name)}
        onClick={() => void navigate({ search: { step: props.step } })}
      >
        <Pencil aria-hidden className="size-4 sm:hidden" />
        <span className="max-sm:sr-only">{texts.edit}</span>
      </Button>
    </li>
  );
}
