import { useTranslation } from "react-i18next";

import type { Schema } from "../queries/requests.ts";
import { staffTexts } from "../texts/staff.ts";

/** A function that names a role and its outlet: "Cashier, Publika". */
export function useRoleNames() {
  const { t } = useTranslation(staffTexts);
  return (
    { role, outletId }: Schema<"Grant">,
    outlets: readonly { id: number; name: string }[],
  ): string => {
    const name = t(`roles.${role}`);
    if (outletId === null) return name;
    const outlet = outlets.find(({ id }) => id === outletId)?.name ?? String(outletId);
    return t("roleAt", { role: name, outlet });
  };
}
