import { senOf } from "@loyalty/api-client/rules/points";
import { formatDateTime, formatDay, formatMoney, formatNumber } from "@loyalty/ui/formats";
import { useTranslation } from "react-i18next";

import { type ChangedRow, ChangesTable } from "../../components/changes-table.tsx";
import { useRoleNames } from "../../components/role-names.ts";
import type { Schema } from "../../queries/requests.ts";
import { useMe } from "../../queries/session.tsx";
import { approvalsTexts } from "../../texts/approvals.ts";
import { membersTexts } from "../../texts/members.ts";
import type { Approval } from "./queries.ts";

/** What a proposal would change, as it is and as it would be. */
export function BeforeAfter({ approval }: { approval: Approval }) {
  const { t } = useTranslation(approvalsTexts);
  const rowsOf = useRows();
  const { bill, points, countsForTier } = approval;
  return (
    <>
      <ChangesTable rows={rowsOf(approval)} />
      {points !== null && (
        <p>
          {t(countsForTier ? "pointsAndTier" : "points", {
            points: formatNumber(points, { signDisplay: "exceptZero" }),
          })}
        </p>
      )}
      {bill && (
        <p>
          {t("bill", {
            receipt: bill.receiptNumber,
            amount: formatMoney(senOf(bill.amount)),
            day: formatDay(bill.businessDay),
            count: bill.points,
          })}
        </p>
      )}
    </>
  );
}

function useRows() {
  const { t } = useTranslation(approvalsTexts);
  const changeOf = useChange();
  const roleName = useRoleNames();
  const { data: me } = useMe();
  const rolesOf = (grants: Approval["given"]) =>
    grants.map((grant) => roleName(grant, me?.outlets ?? [])).join("; ") || "–";
  return (approval: Approval): ChangedRow[] => {
    const { kind, balanceBefore, balanceAfter, voucher, usedAt } = approval;
    const shown = (count: number | null) => (count === null ? "–" : formatNumber(count));
    const nameOf = (name: string | null, id: number | null) =>
      name ?? (id === null ? "–" : t("member", { id }));
    const row = (what: string, before: string, after: string) => [
      { key: kind, what, before, after },
    ];
    switch (kind) {
      case "adjustment":
        return row(t("balance"), shown(balanceBefore), shown(balanceAfter));
      case "move": {
        const { memberName, memberId, toMemberName, toMemberId } = approval;
        return row(t("billOf"), nameOf(memberName, memberId), nameOf(toMemberName, toMemberId));
      }
      case "restoration": {
        const before = usedAt ? t("usedAt", { time: formatDateTime(usedAt) }) : t("used");
        return row(voucher?.name ?? t("voucher"), before, t("usable"));
      }
      case "correction":
        return approval.changes.map(changeOf);
      case "roles":
        return row(t("roles"), rolesOf(approval.taken), rolesOf(approval.given));
      case "invitation":
        return row(t("passkey"), "–", approval.person?.email ?? t("passedOn"));
      case "programme":
      case "broadcast":
        return [];
    }
  };
}

/** A function that returns a field of a member with its values as people read them. */
function useChange() {
  const { t } = useTranslation(approvalsTexts);
  const { t: ofMember } = useTranslation(membersTexts);
  const valueOf = (field: string, value: string): string => {
    switch (field) {
      case "dateOfBirth":
        return formatDay(value);
      case "genderId":
        return value === "1" || value === "2"
          ? ofMember(`genders.${value}`)
          : ofMember("genders.99");
      case "raceId":
        return value === "1" || value === "2" || value === "3"
          ? ofMember(`races.${value}`)
          : ofMember("races.99");
      default:
        return value;
    }
  };
  return ({ field, before, after, isHidden }: Approval["changes"][number]): ChangedRow => {
    // A hidden field without values is not shown at all; one that is empty is a dash.
    const shown = (value: string | null) => {
      if (value !== null) return valueOf(field, value);
      return isHidden && before === null && after === null ? t("hidden") : "–";
    };
    // The compiler asks for the name of each field that can be corrected.
    const what = ofMember(`fields.${field as keyof Omit<Schema<"Correction">, "reason">}`);
    return { key: field, what, before: shown(before), after: shown(after) };
  };
}
