import { addEnglish } from "@loyalty/ui/i18n";

import reports from "./en/reports.json";

export const reportsTexts = addEnglish("reports", reports);

declare module "i18next" {
  interface ResourceNamespaceMap {
    reports: typeof reports;
  }
}
