import { texts } from "@loyalty/ui/i18n";

import en from "./en/members.json";

export const membersTexts = texts("members", en);
