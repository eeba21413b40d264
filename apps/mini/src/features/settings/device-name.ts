import { useTexts } from "@loyalty/ui/i18n/i18n.ts";

import { devicesTexts } from "../../texts/devices.ts";

/** A function that names a device: browser and system, as far as they are known. */
export function useDeviceName() {
  const t = useTexts(devicesTexts);
  return ({ browser, system }: { browser: string | null; system: string | null }): string =>
    browser && system ? t("name", { browser, system }) : (browser ?? system ?? t("unknown"));
}
