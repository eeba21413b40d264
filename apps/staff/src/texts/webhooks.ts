import { texts } from "@loyalty/ui/i18n/i18n.ts";

import en from "./en/webhooks.json";

export const webhooksTexts = texts("webhooks", en);
