import { addEnglish } from "@loyalty/ui/i18n";
import errors from "./en/errors.json";

/** Error messages by the API's code; below `reward`, why a reward or voucher is not available. */
export const errorTexts = addEnglish("errors", errors);

declare module "i18next" {
  interface ResourceNamespaceMap {
    errors: typeof errors;
  }
}
