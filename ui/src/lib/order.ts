/**
 * Sorts plain texts such as numbers of orders, ISO times and names of states. Without a language's rules: a browser takes
 * 10 ms of a computer, and 50 ms of a phone, to load those.
 */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
