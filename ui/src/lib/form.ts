/** Field path (`name`, `shipping.city`) → message, in the order in which the form shows its fields; empty when all is well. */
export type FormErrors = Record<string, string>;
