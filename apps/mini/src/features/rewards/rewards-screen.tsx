import { useBills, useRecentActivities, useTiers } from "@loyalty/api-client/react/points";
import { useSignedInMember } from "@loyalty/api-client/react/session";
import { BILL_STATUS, senOf } from "@loyalty/api-client/rules/points";
import type { Bill } from "@loyalty/api-client/wire";
import { useOutlets } from "@loyalty/content/outlets";
import { paths } from "@loyalty/shell/paths";
import { memberTexts } from "@loyalty/shell/texts/member";
import { Cluster, Stack } from "@loyalty/ui/layout";
import { buttonClass } from "@loyalty/ui/button";
import { formatDate, formatMoney } from "@loyalty/ui/formats";
import { QueryResult } from "@loyalty/ui/query-result";
import { Empty } from "@loyalty/ui/states";
import text from "@loyalty/ui/text.module.css";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import layoutStyles from "@loyalty/ui/layout.module.css";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { DataAge } from "../../components/data-age.tsx";
import { Card, FaqItem, Page } from "../../components/member-page.tsx";
import { PointsSummary } from "../../components/points-summary.tsx";
import { RecentActivities } from "../../components/recent-activities.tsx";
import { WalletButtons } from "../../components/wallet-buttons.tsx";
import { pointsTexts } from "../../texts/points.ts";
import { MemberPass } from "./member-pass.tsx";
import styles from "./rewards-screen.module.css";

/** The two newest activities (spec 001 §9). */
const ACTIVITIES_SHOWN = 2;

/** /rewards: the member's code for the till, and their points (spec 001 §2). */
export default function PointsScreen() {
  const { t } = useTranslation(pointsTexts);
  const member = useSignedInMember();
  // The texts below the lists are rendered after them, so that they do not move when a list comes.
  const listsPending = [useRecentActivities(), useBills()].some(({ isPending }) => isPending);

  return (
    <Page title={t("rewards.title")} columns="narrow-first">
      <Stack gap={3}>
        <MemberPass />
        <Cluster as="p" gap={2} tight justify="center" className={text.center}>
          <b>{t("rewards.rate")}</b>
          {member && <TierRate level={member.membershipLevel} />}
        </Cluster>
        <Link className={buttonClass({ size: "lg", wide: true })} to={paths.redeem}>
          {t("rewards.redeem")}
        </Link>
        <WalletButtons />
        <DataAge />
      </Stack>
      <RecentActivities
        title={t("rewards.recent")}
        all={t("rewards.viewAll")}
        loading={t("rewards.loading")}
        failed={t("rewards.failed")}
        height="7rem"
        limit={ACTIVITIES_SHOWN}
        empty={<Empty text={t("rewards.none")} />}
      />
      <PointsSummary />
      <RecentBills />
      {!listsPending && (
        <Stack role="group" aria-label={t("rewards.info.title")} gap={3}>
          {(["net", "when", "where"] as const).map((topic) => (
            <FaqItem key={topic} question={t(`rewards.info.${topic}Title`)}>
              <p>{t(`rewards.info.${topic}`)}</p>
            </FaqItem>
          ))}
        </Stack>
      )}
    </Page>
  );
}

/** What the member's tier makes of that rate, where it is another one. */
function TierRate({ level }: { level: number }) {
  const { t } = useTranslation(pointsTexts);
  const tier = useTiers().data?.find((each) => each.level === level);
  const multiplier = Number(tier?.multiplier ?? 1);
  if (!tier || multiplier === 1) return null;
  return (
    <span className={text.muted}>
      · <span>{t("rewards.tierRate", { tier: tier.name, multiplier })}</span>
    </span>
  );
}

/** The three newest bills; a pending one says when its points come (spec 001 §2 and §9). */
function RecentBills() {
  const { t } = useTranslation(pointsTexts);
  const query = useBills();
  return (
    <Card title={t("rewards.bills")}>
      <QueryResult
        query={query}
        loading={t("rewards.billsLoading")}
        failed={t("rewards.billsFailed")}
        height="7rem"
        empty={<Empty text={t("rewards.billsNone")} />}
      >
        {(bills) => (
          <ul role="list" className={surfaceStyles.divided}>
            {bills.map((bill) => (
              <BillRow key={bill.id} bill={bill} />
            ))}
          </ul>
        )}
      </QueryResult>
    </Card>
  );
}

function BillRow({ bill }: { bill: Bill }) {
  const { t } = useTranslation(pointsTexts);
  const { t: m } = useTranslation(memberTexts);
  const amount = formatMoney(senOf(bill.amount));
  const outlet = useOutlets().find(({ id }) => id === bill.outletId)?.name;
  return (
    <Cluster as="li" gap={4} tight className={layoutStyles.padBlock}>
      <Stack as="span" className={`${layoutStyles.growWide} ${text.note}`}>
        <b className={styles.bill}>{outlet ? t("rewards.bill", { amount, outlet }) : amount}</b>
        <span>{formatDate(bill.createdAt)}</span>
        <span>{t(`rewards.billStatus.${bill.statusId as 1 | 2 | 3}`)}</span>
      </Stack>
      {bill.statusId === BILL_STATUS.verified && (
        <span className={`${layoutStyles.toEnd} ${text.num} ${text.strong} ${text.success}`}>
          +{m("points", { count: bill.points })}
        </span>
      )}
    </Cluster>
  );
}
