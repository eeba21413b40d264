import { texts } from "@loyalty/ui/i18n";

import en from "./en/member.json";

export const memberTexts = texts("member", en);
