import { texts } from "../i18n/i18n.ts";
import en from "./en/errors.json";

/** Error messages by the API's code; below `reward`, why a reward or voucher is not available. */
export const errorTexts = texts("errors", en);
