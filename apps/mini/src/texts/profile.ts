import { texts } from "@loyalty/ui/i18n/i18n.ts";
import en from "./en/profile.json";

export const profileTexts = texts("profile", en);
