import { catalogue } from "./catalogue.ts";
import en from "./en/dashboard.json";

export const dashboardTexts = catalogue("dashboard", en);
