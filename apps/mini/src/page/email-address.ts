// Something, an @, something with a dot: the server decides, this catches slips of the finger.
const LOOKS_LIKE_ONE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Whether a text could be an email address. */
export const looksLikeEmail = (text: string): boolean => LOOKS_LIKE_ONE.test(text.trim());
