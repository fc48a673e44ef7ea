/** The storage key of an account's tried payments (`features/checkout/model/triedPayments.ts`), for code that only asks whether there are any. */
export const paymentsKey = (userId: string): string => `payments:${userId}`;
