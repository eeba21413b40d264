import { catalogue } from "./catalogue.ts";
import en from "./en/banners.json";

export const bannerTexts = catalogue("banners", en);
