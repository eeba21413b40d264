import { texts } from "@loyalty/ui/i18n/i18n.ts";
import en from "./en/devices.json";

export const devicesTexts = texts("devices", en);
