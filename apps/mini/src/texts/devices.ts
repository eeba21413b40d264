import { addEnglish } from "@loyalty/ui/i18n";

import devices from "./en/devices.json";

export const devicesTexts = addEnglish("devices", devices);

declare module "i18next" {
  interface ResourceNamespaceMap {
    devices: typeof devices;
  }
}
