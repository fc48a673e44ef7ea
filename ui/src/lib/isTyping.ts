/**
 * Whether a key belongs to an input method that composes a word, such as Enter on the chosen characters. Safari ends the
 * composition before it sends this Enter, so that only the key code says so.
 */
export const isTyping = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;
