import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { ApiError } from "@/api/error";
import { confirmedOrderQuery } from "../api/checkout";
import { readDraft } from "./draft";
import { isInProgress } from "./inProgress";
import { settleCheckout } from "./settleCheckout";
import { forgetPayment, triedPayments, type TriedPayment } from "./triedPayments";

/** The pages on which paid goods could be bought a second time. */
const CHECKED_PAGES = ["/cart", "/checkout"];

/** By then the shop has cancelled a payment that was not made: it does so when the hold of 15 minutes has ended. */
const MAX_AGE_MS = 24 * 60 * 60_000;

/** A payment that is not made may still be made: in another tab, or with another card. */
function isFinal(error: unknown, { triedAt }: TriedPayment): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 404 || (error.status === 409 && Date.now() - triedAt > MAX_AGE_MS);
}

/** Asks the shop about the tried payments: at the start, and on each visit of the cart and of a step of the checkout. */
export function useOpenPayments(userId: string): void {
  const client = useQueryClient();
  const router = useRouter();
  const visit = useLocation({
    select: ({ pathname, href }) => (CHECKED_PAGES.includes(pathname) ? href : ""),
  });
  const isStarted = useRef(false);

  useEffect(() => {
    if (visit === "" && isStarted.current) return;
    isStarted.current = true;

    /** The tab that makes the payment leads to the order by itself. */
    function isLeftToStep(intentId: string): boolean {
      const { pathname, href } = router.state.location;
      if (isInProgress(intentId) || href.includes(intentId)) return true;
      const { payment } = readDraft(userId);
      return pathname === "/checkout" && payment?.intentId === intentId && payment.paid === true;
    }

    async function ask(payment: TriedPayment) {
      const { intentId } = payment;
      if (isLeftToStep(intentId)) return;
      try {
        // Places the order unless it is placed.
        const order = await client.query(confirmedOrderQuery(intentId));
        if (isLeftToStep(intentId)) return;
        const isOwn = readDraft(userId).payment?.intentId === intentId;
        if (isOwn && router.state.location.pathname === "/checkout") {
          await router.navigate({ to: "/checkout", search: { step: 4, intent: intentId }, replace: true });
        } else await settleCheckout(client, { userId, intentId, order, isSeen: false });
      } catch (error) {
        if (isFinal(error, payment)) forgetPayment(userId, intentId);
      }
    }

    for (const payment of triedPayments(userId)) {
      if (payment.orderNumber === undefined) void ask(payment);
    }
  }, [client, router, userId, visit]);
}
