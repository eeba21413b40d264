import { texts } from "@loyalty/ui/i18n";

import en from "./en/profile.json";

export const profileTexts = texts("profile", en);
