import type { QueryClient } from "@tanstack/react-query";
import { keys } from "@/api/keys";
import type { ConfirmedOrder } from "@/api/types";
import { forgetHold } from "@/lib/holds";
import { readDraft, writeDraft } from "./draft";
import { settlePayment } from "./triedPayments";

interface PlacedCheckout {
  userId: string;
  intentId: string;
  order: ConfirmedOrder;
  /** The customer has the order before them. */
  isSeen: boolean;
}

/** Takes the goods of a placed order out of the cart, and ends the draft of this tab if it was made for this order. */
export async function settleCheckout(
  client: QueryClient,
  { userId, intentId, order, isSeen }: PlacedCheckout,
): Promise<void> {
  const { method, payment } = readDraft(userId);
  const isOwn = payment?.intentId === intentId;
  if (isOwn) writeDraft(userId, { method, placed: intentId });
  const wasOpen = await settlePayment(userId, intentId, order, { isSeen });
  if (!isOwn && !wasOpen) return;
  // The hold may be that of another payment.
  if (isOwn || !payment) forgetHold(userId);
  await client.invalidateQueries({ queryKey: keys.orders.all });
  await client.invalidateQueries({ queryKey: keys.products.all });
}
