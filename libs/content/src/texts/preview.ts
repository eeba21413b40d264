import { addEnglish } from "@loyalty/ui/i18n";

import preview from "./en/preview.json";

export const previewTexts = addEnglish("preview", preview);

declare module "i18next" {
  interface ResourceNamespaceMap {
    preview: typeof preview;
  }
}
