/** Id of the form; its submit button is below the whole step. */
export const PAYMENT_FORM = "payment-form";

/** The status of a payment after its confirmation with the provider. */
export type PaymentStatus = "succeeded" | "requires_action" | (string & {});

/**
 * Confirms the payment with the form's input; every provider's form offers this function. Returns undefined when the
 * input cannot be sent yet (the form then shows why).
 */
export type ConfirmPayment = (options: { authenticated: boolean }) => Promise<PaymentStatus | undefined>;

/** The customer's payment method. */
export type PaymentMethod = "card" | "digital-wallet";
