import { useMe } from "@loyalty/api-client/react/staff/session.tsx";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { SelectField } from "@loyalty/ui/primitives/field.tsx";
import { useSearchParams } from "react-router";

import { FilterBar, Page } from "../../page/page.tsx";
import { peopleTexts } from "../../texts/people.ts";
import { PeopleSection } from "./people-section.tsx";
import { TillsSection } from "./tills-section.tsx";

/** /people: the tills and the people of an outlet. */
export default function PeopleScreen() {
  const t = useTexts(peopleTexts);
  const { data: me } = useMe();
  const [search, setSearch] = useSearchParams();
  const outlets = me?.outlets ?? [];
  const outlet = outlets.find(({ id }) => String(id) === search.get("outlet")) ?? outlets[0];
  if (!me || !outlet) return null;
  return (
    <Page title={t("title")}>
      {outlets.length > 1 && (
        <FilterBar label={t("outlet")}>
          <SelectField
            label={t("outlet")}
            value={outlet.id}
            onChange={({ target }) => setSearch({ outlet: target.value })}
          >
            {outlets.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </FilterBar>
      )}
      <TillsSection key={`tills ${outlet.id}`} outlet={outlet} />
      <PeopleSection key={`people ${outlet.id}`} me={me} outlet={outlet} />
    </Page>
  );
}
