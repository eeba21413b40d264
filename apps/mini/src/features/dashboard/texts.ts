import { addEnglish } from "@loyalty/ui/i18n";

import dashboard from "./texts/en/dashboard.json";

export const dashboardTexts = addEnglish("dashboard", dashboard);

declare module "i18next" {
  interface ResourceNamespaceMap {
    dashboard: typeof dashboard;
  }
}
