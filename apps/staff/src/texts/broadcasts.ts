import { texts } from "@loyalty/ui/i18n/i18n.ts";

import en from "./en/broadcasts.json";

export const broadcastsTexts = texts("broadcasts", en);
