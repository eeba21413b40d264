import { texts } from "@loyalty/ui/i18n/i18n.ts";

import en from "./en/members.json";

export const membersTexts = texts("members", en);
