import { useChangeInWords, useHoursInWords } from "@loyalty/content/hours-in-words";
import { town } from "@loyalty/content/outlets";
import { formatDay } from "@loyalty/ui/formats";
import { useTranslation } from "react-i18next";

import { useOfficeOutlets } from "../../queries/outlets.ts";
import { outletsTexts } from "../../texts/content.ts";

/** What pages will say of a new outlet, for who approves it: address, first day, hours, closures and other hours. */
export function OutletFacts({ outletId }: { outletId: number }) {
  const { t } = useTranslation(outletsTexts);
  const hoursInWords = useHoursInWords();
  const changeInWords = useChangeInWords();
  const { data } = useOfficeOutlets();
  const found = data?.outletList.find(({ id, draftId }) => id === outletId && draftId !== null);
  if (!found?.description) return null;
  const { address, hours, openingDate, closures, specialDays } = found.description;
  const changes = [
    ...closures.map(({ name, ...closure }) => ({ ...closure, name, hours: [] })),
    ...specialDays.map(({ day, name, hours: other }) => ({
      firstDay: day,
      lastDay: day,
      name,
      hours: other,
    })),
  ];
  const { street, state } = address;
  return (
    <>
      <p>{[street, town(address), state].join(", ")}</p>
      {openingDate && <p>{t("opens", { day: formatDay(openingDate) })}</p>}
      {hoursInWords(hours).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {changes.map((change) => (
        <p key={`${change.firstDay} ${change.lastDay}`}>{changeInWords(change)}</p>
      ))}
    </>
  );
}
