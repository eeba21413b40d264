import { texts } from "@loyalty/ui/i18n";

import en from "./en/broadcasts.json";

export const broadcastsTexts = texts("broadcasts", en);
