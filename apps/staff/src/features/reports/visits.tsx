import { formatNumber } from "@loyalty/ui/formats";
import { useTranslation } from "react-i18next";

import { DeskTable } from "../../components/desk-table.tsx";
import { Section } from "../../components/page.tsx";
import { reportsTexts } from "../../texts/reports.ts";
import { Download, money } from "./figure-rows.tsx";
import type { Figures, FiguresQuery } from "./queries.ts";

/** Who came and who came again, by outlet and in total: a member of two outlets counts once in the total. */
export function Visits({ visits, asked }: Pick<Figures, "visits"> & { asked: FiguresQuery }) {
  const { t } = useTranslation(reportsTexts);
  const { outletList, total } = visits;
  const rows = [
    ...outletList.map(({ outletId, outletName, visits: theirs }) => ({
      id: outletId,
      name: outletName,
      ...theirs,
    })),
    ...(outletList.length > 1 ? [{ id: 0, name: t("total"), ...total }] : []),
  ];
  return (
    <Section
      title={t("visits.title")}
      action={<Download query={{ ...asked, table: "visits" }} of={t("visits.title")} />}
    >
      <p>{t("visits.text")}</p>
      <DeskTable
        name="visits"
        // The file of the section is logged.
        onExport={null}
        rows={total.visits === 0 ? [] : rows}
        empty={t("empty")}
        caption={t("visits.title")}
        rowKey={({ id }) => id}
        columns={[
          { id: "outlet", head: t("outlet"), cell: ({ name }) => name, isTitle: true },
          {
            id: "visits",
            head: t("visits.visits"),
            cell: (row) => formatNumber(row.visits),
            isNumber: true,
          },
          { id: "amount", head: t("amount"), cell: ({ amount }) => money(amount), isNumber: true },
          {
            id: "members",
            head: t("members"),
            cell: ({ members }) => formatNumber(members),
            isNumber: true,
          },
          {
            id: "cameAgain",
            head: t("visits.cameAgain"),
            cell: ({ cameAgain }) => formatNumber(cameAgain),
            isNumber: true,
          },
        ]}
      />
    </Section>
  );
}
