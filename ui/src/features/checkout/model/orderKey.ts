/** The confirmed order of a payment. */
export const orderQueryKey = (intentId: string) => ["checkout", "order", intentId] as const;
