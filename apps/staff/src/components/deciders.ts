import { useTranslation } from "react-i18next";

import { staffTexts } from "../texts/staff.ts";

/** A function that says for whom a proposal waits: "Hui Min", "Aina or Hui Min", or a second person. */
export function useDeciders() {
  const { t } = useTranslation(staffTexts);
  return ([one, other, ...more]: readonly string[]): string => {
    if (one === undefined) return t("deciders.nobody");
    if (other === undefined) return one;
    return t(more.length > 0 ? "deciders.more" : "deciders.two", { one, other });
  };
}
