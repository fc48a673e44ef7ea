/** Id of the form; the button that submits it stands below all of the step. */
export const PAYMENT_FORM = "payment-form";

/** The status that a payment has after it was confirmed with the provider. */
export type PaymentStatus = "succeeded" | "requires_action" | (string & {});

/**
 * What every payment form offers, whoever the provider is: confirm the payment with what was entered.
 * Answers undefined when what was entered cannot be sent yet (the form then shows why).
 */
export type ConfirmPayment = (options: { authenticated: boolean }) => Promise<PaymentStatus | undefined>;

/** What the customer wants to pay with. */
export type PaymentMethod = "card" | "digital-wallet";
