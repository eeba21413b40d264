import { Button } from "@loyalty/ui/button";
import { SelectField } from "@loyalty/ui/field";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { outletOptions, useTextInAddress } from "../../components/filters.tsx";
import { Page } from "../../components/page.tsx";
import { useMe } from "../../queries/session.tsx";
import { peopleTexts } from "../../texts/people.ts";
import { staffTexts } from "../../texts/staff.ts";
import { PeopleSection } from "./people-section.tsx";

const NONE = "none";

/** /people: everybody whom one may see, or those of an outlet, or those of none. */
export default function PeopleScreen() {
  const { t } = useTranslation(peopleTexts);
  const { t: ofStaff } = useTranslation(staffTexts);
  const { data: me } = useMe();
  const [chosen, choose] = useTextInAddress("outlet");
  const [isAdding, setAdding] = useState(false);
  if (!me) return null;
  const seesEverybody = me.grants.some(({ outletId }) => outletId === null);
  const only = me.outlets.length === 1 && !seesEverybody ? me.outlets[0] : undefined;
  const outlet = me.outlets.find(({ id }) => String(id) === chosen) ?? only;
  return (
    <Page
      title={t("title")}
      wide
      action={<Button onClick={() => setAdding(true)}>{t("people.add")}</Button>}
    >
      <PeopleSection
        me={me}
        filters={
          only === undefined && {
            label: ofStaff("outlet"),
            fields: (
              <SelectField
                labelHidden
                label={ofStaff("outlet")}
                value={outlet?.id ?? chosen}
                onChange={({ currentTarget }) => choose(currentTarget.value)}
              >
                <option value="">{ofStaff("allOutlets")}</option>
                {seesEverybody && <option value={NONE}>{t("noOutlet")}</option>}
                {outletOptions(me.outlets)}
              </SelectField>
            ),
          }
        }
        place={outlet?.id ?? (chosen === NONE ? null : undefined)}
        isAdding={isAdding}
        onAdded={() => setAdding(false)}
      />
    </Page>
  );
}
