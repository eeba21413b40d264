import { texts } from "@loyalty/ui/i18n";

import en from "./en/webhooks.json";

export const webhooksTexts = texts("webhooks", en);
