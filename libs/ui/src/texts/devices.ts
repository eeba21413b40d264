import { catalogue } from "./catalogue.ts";
import en from "./en/devices.json";

export const devicesTexts = catalogue("devices", en);
