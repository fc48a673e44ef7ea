/** Field path (`name`, `shipping.city`) → message, in display order; empty without errors. */
export type FormErrors = Record<string, string>;
