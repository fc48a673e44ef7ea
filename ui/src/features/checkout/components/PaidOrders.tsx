import { BadgeCheck, X } from "lucide-react";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { forgetPayment, useTriedPayments } from "../model/triedPayments";
import { useOpenPayments } from "../model/useOpenPayments";
import { texts } from "../texts";

/**
 * The orders of payments whose confirmation the customer has not seen, because the browser was closed after paying.
 * What they paid is no longer in the cart, and a notice leads to each order until it is opened or dismissed.
 */
export function PaidOrders({ userId }: { userId: string }) {
  const payments = useTriedPayments(userId);
  useOpenPayments(userId);
  function dismiss(intentId: string) {
    forgetPayment(userId, intentId);
    // The focused button was removed.
    document.getElementById("main")?.focus();
  }
  return (
    <div role="status">
      {payments.map(({ intentId, orderNumber }) =>
        orderNumber === undefined ? null : (
          <div key={intentId} className="border-b border-line bg-leaf-soft">
            <div className="container-page flex items-start gap-3 py-2 sm:items-center">
              <BadgeCheck aria-hidden className="size-5 shrink-0 text-leaf max-sm:mt-1" />
              <div className="flex flex-1 flex-wrap items-center gap-x-4 gap-y-2">
                <p className="min-w-0 flex-1 basis-72 text-sm">{texts.paidBefore(orderNumber)}</p>
                <ButtonLink
                  to="/checkout"
                  search={{ step: 4, intent: intentId }}
                  size="sm"
                  variant="secondary"
                >
                  {texts.lastOrder}
                </ButtonLink>
              </div>
              <Button
                size="icon"
                variant="quiet"
                aria-label={texts.dismiss}
                onClick={() => dismiss(intentId)}
              >
                <X aria-hidden className="size-5" />
              </Button>
            </div>
          </div>
        ),
      )}
    </div>
  );
}
