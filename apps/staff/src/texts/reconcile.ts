import { texts } from "@loyalty/ui/i18n/i18n.ts";

import en from "./en/reconcile.json";

export const reconcileTexts = texts("reconcile", en);
