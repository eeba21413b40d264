import { texts } from "@loyalty/ui/i18n";

import en from "./en/reconcile.json";

export const reconcileTexts = texts("reconcile", en);
