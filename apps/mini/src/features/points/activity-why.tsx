import type { Activity } from "@loyalty/api-client";
import { formatDate, formatDateTime, formatMoney, formatNumber, useTexts } from "@loyalty/ui";
import { rewardPath } from "@loyalty/ui/routes";
import { pointsTexts } from "@loyalty/ui/texts/points";
import { Link } from "react-router";

import { Facts } from "../../room/facts.tsx";
import styles from "./activity-why.module.css";

const REGISTRATION = 1;
const CORRECTIONS: readonly number[] = [4, 5];

/** Why an activity moved the points it did: its bill and the sum, its voucher, the reason of a correction. */
export function ActivityWhy({ activity }: { activity: Activity }) {
  const t = useTexts(pointsTexts);
  const { actionId, amount, memberRewardId, reason, createdAt } = activity;
  const known = amount != null || memberRewardId != null || CORRECTIONS.includes(actionId);
  return (
    <div className={styles.why}>
      {amount != null && <BillFacts activity={activity} amount={amount} />}
      {CORRECTIONS.includes(actionId) && (
        <p>{reason ? t("why.reason", { reason }) : t("why.noReason")}</p>
      )}
      {memberRewardId != null && <Link to={rewardPath(memberRewardId)}>{t("why.voucher")}</Link>}
      {!known && (
        <p>
          {actionId === REGISTRATION
            ? t("why.joined", { date: formatDate(createdAt) })
            : t("why.nothing")}
        </p>
      )}
    </div>
  );
}

function BillFacts({ activity, amount }: { activity: Activity; amount: string }) {
  const t = useTexts(pointsTexts);
  const { outletName, receiptNumber, paidAt } = activity;
  const facts: (readonly [string, string])[] = [
    [t("why.amount"), formatMoney(Math.round(Number(amount) * 100))],
  ];
  if (outletName) facts.push([t("why.outlet"), outletName]);
  if (receiptNumber) facts.push([t("why.receipt"), receiptNumber]);
  if (paidAt) facts.push([t("why.paid"), formatDateTime(paidAt)]);
  return (
    <>
      <Facts facts={facts} />
      <Sum activity={activity} amount={amount} />
    </>
  );
}

/** How the points come from the amount: times the tier's multiplier, and rounded down (spec 000 §9). */
function Sum({ activity, amount }: { activity: Activity; amount: string }) {
  const t = useTexts(pointsTexts);
  const { multiplier, exactPoints, points } = activity;
  if (multiplier == null || exactPoints == null) return null;
  const exact = Number(exactPoints);
  const parts = {
    amount: formatNumber(Number(amount), { minimumFractionDigits: 2 }),
    multiplier: formatNumber(Number(multiplier)),
    exact: formatNumber(exact, { maximumFractionDigits: 3 }),
    count: points,
  };
  return <p>{exact === points ? t("why.sum", parts) : t("why.sumRounded", parts)}</p>;
}
