import { getRouteApi } from "@tanstack/react-router";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { ErrorSummary } from "@/ui/ErrorSummary";
import { texts } from "../texts";
import { StepTitle } from "./StepTitle";

const route = getRouteApi("/checkout");

/** Shown when this payment can no longer be used: the reason and the next steps. */
export function EndedPayment({ reason, attempt }: { reason: string; attempt: number }) {
  const navigate = route.useNavigate();
  return (
    <section aria-labelledby="step-title" className="flex flex-col gap-6">
      <StepTitle>{texts.secure}</StepTitle>
      <ErrorSummary attempt={attempt} title={texts.ended} items={[{ message: reason }]} />
      <p>{texts.endedHint}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void navigate({ search: { step: 2 } })}>{texts.backToShipping}</Button>
        <ButtonLink to="/cart" variant="secondary">
          {texts.reviewCart}
        </ButtonLink>
      </div>
    </section>
  );
}
