import { SelectField } from "@loyalty/ui/field";
import { useTranslation } from "react-i18next";

import { outletOptions } from "../../components/filters.tsx";
import type { Me } from "../../queries/session.tsx";
import { peopleTexts } from "../../texts/people.ts";
import { staffTexts } from "../../texts/staff.ts";
import type { Grant } from "./queries.ts";

type Role = Grant["role"];

/** Which roles each may give (the API's rules/staff.py); the server decides. */
const GIVEN_BY: Partial<Record<Role, readonly Role[]>> = {
  "outlet-manager": ["cashier"],
  "area-manager": ["cashier", "outlet-manager"],
  "head-office": [
    "cashier",
    "outlet-manager",
    "area-manager",
    "head-office",
    "finance",
    "help-desk",
  ],
};
const AT_OUTLETS: readonly Role[] = ["cashier", "outlet-manager", "area-manager"];

const rolesOf = (me: Me) => [...new Set(me.grants.flatMap(({ role }) => GIVEN_BY[role] ?? []))];

/** Where a user may give a role: their outlets, and null for every outlet at once. */
function outletsFor(me: Me, role: Role): (number | null)[] {
  if (!AT_OUTLETS.includes(role)) return [null];
  const own = me.grants.filter((grant) => GIVEN_BY[grant.role]?.includes(role));
  const isEverywhere = own.some(({ outletId }) => outletId === null);
  const outlets = me.outlets
    .map(({ id }) => id)
    .filter((id) => isEverywhere || own.some(({ outletId }) => outletId === id));
  return isEverywhere && role === "area-manager" ? [...outlets, null] : outlets;
}

/** The first role that a user may give, at an outlet or, without, the first of theirs. */
export function firstGrant(me: Me, outletId?: number | null): Grant {
  const role = rolesOf(me)[0] ?? "cashier";
  return { role, outletId: outletId ?? outletsFor(me, role)[0] ?? null };
}

interface RoleFieldsProps {
  me: Me;
  grant: Grant;
  onChange: (grant: Grant) => void;
}

export function RoleFields({ me, grant, onChange }: RoleFieldsProps) {
  const { t } = useTranslation(peopleTexts);
  const { t: ofStaff } = useTranslation(staffTexts);
  const outlets = outletsFor(me, grant.role);
  const choose = (role: Role, outletId: number | null) => {
    const possible = outletsFor(me, role);
    onChange({ role, outletId: possible.includes(outletId) ? outletId : (possible[0] ?? null) });
  };
  return (
    <>
      <SelectField
        label={t("people.role")}
        value={grant.role}
        onChange={({ target }) => choose(target.value as Role, grant.outletId)}
      >
        {rolesOf(me).map((role) => (
          <option key={role} value={role}>
            {ofStaff(`roles.${role}`)}
          </option>
        ))}
      </SelectField>
      {AT_OUTLETS.includes(grant.role) && (
        <SelectField
          label={ofStaff("outlet")}
          value={grant.outletId ?? ""}
          onChange={({ target }) => choose(grant.role, Number(target.value) || null)}
        >
          {outletOptions(me.outlets.filter(({ id }) => outlets.includes(id)))}
          {outlets.includes(null) && <option value="">{ofStaff("allOutlets")}</option>}
        </SelectField>
      )}
    </>
  );
}
