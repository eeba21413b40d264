import { texts } from "../i18n/i18n.ts";
import en from "./en/banners.json";

export const bannerTexts = texts("banners", en);
