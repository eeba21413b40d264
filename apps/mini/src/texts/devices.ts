import { texts } from "@loyalty/ui/i18n";

import en from "./en/devices.json";

export const devicesTexts = texts("devices", en);
