// The steps after the first one: their forms are most of the checkout's code, which its first view does not need.
import { lazy } from "react";
import { nextTask } from "@/lib/nextTask";

const shipping = () => import("./ShippingStep");
const payment = () => import("./PaymentStep");
const confirmation = () => import("./ConfirmationStep");

export const ShippingStep = lazy(async () => ({ default: (await shipping()).ShippingStep }));
export const PaymentStep = lazy(async () => ({ default: (await payment()).PaymentStep }));
export const ConfirmationStep = lazy(async () => ({ default: (await confirmation()).ConfirmationStep }));

/** Fetches the code of all of them, one after the other, so that nobody waits between two steps. */
export async function preloadSteps(): Promise<void> {
  for (const load of [shipping, payment, confirmation]) {
    // What cannot be fetched now is fetched again, and told of, by the step itself.
    await load().catch(() => {});
    await nextTask();
  }
}
