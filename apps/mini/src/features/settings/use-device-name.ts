import { useTexts } from "@loyalty/ui";
import { devicesTexts } from "@loyalty/ui/texts/devices";

/** Says what a device is called: browser and system, as far as they are known. */
export function useDeviceName() {
  const t = useTexts(devicesTexts);
  return ({ browser, system }: { browser: string | null; system: string | null }): string =>
    browser && system ? t("name", { browser, system }) : (browser ?? system ?? t("unknown"));
}
