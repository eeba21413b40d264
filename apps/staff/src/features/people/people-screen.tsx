import { useTexts } from "@loyalty/ui/i18n/i18n.ts";

import { OutletOfAddress, useOutletOfAddress } from "../../page/filters.tsx";
import { Page } from "../../page/page.tsx";
import { useMe } from "../../queries/session.tsx";
import { peopleTexts } from "../../texts/people.ts";
import { PeopleSection } from "./people-section.tsx";
import { TillsSection } from "./tills-section.tsx";

/** /people: the tills and the people of an outlet. */
export default function PeopleScreen() {
  const t = useTexts(peopleTexts);
  const { data: me } = useMe();
  const outlet = useOutletOfAddress();
  if (!me || !outlet) return null;
  return (
    <Page title={t("title")}>
      <OutletOfAddress outlet={outlet} />
      <TillsSection key={`tills ${outlet.id}`} outlet={outlet} />
      <PeopleSection key={`people ${outlet.id}`} me={me} outlet={outlet} />
    </Page>
  );
}
