import { addEnglish } from "@loyalty/ui/i18n";

import dialogs from "../texts/en/dialogs.json";
import shell from "../texts/en/shell.json";

export const dialogTexts = addEnglish("dialogs", dialogs);
export const shellTexts = addEnglish("shell", shell);

declare module "i18next" {
  interface ResourceNamespaceMap {
    dialogs: typeof dialogs;
    shell: typeof shell;
  }
}
