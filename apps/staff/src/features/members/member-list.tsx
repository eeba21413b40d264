import { formatDate, formatDateTime, formatNumber } from "@loyalty/ui/formats";
import { useTranslation } from "react-i18next";

import { type Column, QueryTable } from "../../components/desk-table.tsx";
import { OutletFilter, useAddressFilter, useOutletInAddress } from "../../components/filters.tsx";
import { MemberLink } from "../../components/member-link.tsx";
import { MoreButton } from "../../components/more-button.tsx";
import { Section } from "../../components/page.tsx";
import { Segments } from "../../components/segments.tsx";
import { useMe } from "../../queries/session.tsx";
import { membersTexts } from "../../texts/members.ts";
import { type ListedMember, useMemberList } from "./queries.ts";

const SORTS = ["lastVisitAt", "createdAt"] as const;

/** The members who came last or joined last, by shortened names; each leads to their look-up. */
export function MemberList() {
  const { t } = useTranslation(membersTexts);
  const { data: me } = useMe();
  const { value: sort = "lastVisitAt", choose } = useAddressFilter("by", SORTS);
  const outletId = useOutletInAddress();
  const isHeadOffice = me?.grants.some(({ role }) => role === "head-office") === true;
  const query = useMemberList({ sort, ...(outletId && { outletId }) });
  const whole: Column<ListedMember>[] = [
    { head: t("list.tier"), cell: ({ tierName }) => tierName },
    {
      head: t("fields.points"),
      cell: ({ points }) => (points === null ? null : formatNumber(points)),
      isNumber: true,
    },
    {
      head: t("fields.joined"),
      cell: ({ createdAt }) => (createdAt === null ? null : formatDate(createdAt)),
    },
  ];
  return (
    <Section title={t("list.title")}>
      <QueryTable
        name="members"
        query={query}
        filters={{
          label: t("list.filter"),
          fields: (
            <>
              {isHeadOffice && (
                <Segments
                  label={t("list.order")}
                  options={SORTS.map((id) => ({ id, name: t(`list.${id}`), isOn: id === sort }))}
                  onChoose={choose}
                />
              )}
              <OutletFilter />
            </>
          ),
        }}
        onExport={null}
        caption={t("list.title")}
        loading={t("list.loading")}
        failed={t("list.failed")}
        empty={t("list.none")}
        rowKey={({ id }) => id}
        columns={[
          { head: t("fields.name"), cell: nameOf, isTitle: true },
          { head: t("fields.id"), cell: ({ id }) => id, isNumber: true },
          {
            head: t("list.visit"),
            cell: ({ lastVisitAt }) => (lastVisitAt === null ? null : formatDateTime(lastVisitAt)),
          },
          ...(isHeadOffice ? whole : []),
        ]}
      />
      <MoreButton query={query} label={t("list.more")} />
    </Section>
  );
}

const nameOf = ({ id, name }: ListedMember) => <MemberLink memberId={id}>{name}</MemberLink>;
