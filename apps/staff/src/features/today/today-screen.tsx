import { formatDateTime } from "@loyalty/ui/formats";
import { QueryResult } from "@loyalty/ui/query-result";
import { Empty } from "@loyalty/ui/states";
import {
  CheckCheck,
  ChevronRight,
  FileDiff,
  Inbox,
  type LucideIcon,
  Megaphone,
  Receipt,
  SlidersHorizontal,
  TabletSmartphone,
  Ticket,
  Users,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Page } from "../../components/page.tsx";
import type { Operation } from "../../queries/requests.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { type Today, useToday } from "../../queries/today.ts";
import { todayTexts } from "../../texts/today.ts";
import { HomeFigures } from "./home-figures.tsx";
import styles from "./today.module.css";

interface Sentence {
  key: string;
  text: string;
  Icon: LucideIcon;
  /** It should not have waited so long. */
  isLate?: boolean;
  /** Where it is dealt with, if a screen of this app does that. */
  screen?: Screen;
}

interface Screen {
  path: string;
  operation: Operation;
}

const APPROVALS: Screen = { path: "/approvals", operation: "GET /staff/approval" };
const BILLS: Screen = { path: "/bills?state=unverified", operation: "GET /staff/bill" };
const OF_TWO: Screen = { path: "/bills?state=waiting", operation: "GET /staff/bill" };
const STUCK: Screen = { path: "/vouchers?state=stuck", operation: "GET /staff/voucher" };
const INBOX: Screen = { path: "/inbox", operation: "GET /staff/enquiry" };
const RECONCILE: Screen = { path: "/reconcile", operation: "POST /staff/reconcile" };
const PROGRAMME: Screen = { path: "/programme", operation: "GET /staff/programme" };
const BROADCASTS: Screen = { path: "/broadcasts", operation: "GET /staff/broadcast" };
const tillsOf = (outletId: number): Screen => ({
  path: `/outlets/${outletId}`,
  operation: "GET /staff/people",
});

/** /today: how today goes, and what waits at the user's outlets, in sentences that lead to the screens where it is dealt with. */
export default function TodayScreen() {
  const { t } = useTranslation(todayTexts);
  const sentencesOf = useSentences();
  const { data: me } = useMe();
  const query = useToday();

  /** Where a sentence leads: nowhere where the person's roles do not open the screen. */
  const pathTo = (screen: Screen | undefined) =>
    screen && hasPermission(me, screen.operation) ? screen.path : undefined;

  return (
    <Page title={t("title")} wide>
      <div className={styles.home}>
        {hasPermission(me, "GET /staff/home") && (
          <div className={styles.figuresPart}>
            <HomeFigures />
          </div>
        )}
        <section className={styles.waits} aria-labelledby="waits">
          <h2 id="waits" className={styles.heading}>
            {t("waits")}
          </h2>
          <QueryResult query={query} loading={t("loading")} failed={t("failed")} height="12rem">
            {(today) => {
              const sentences = sentencesOf(today);
              if (sentences.length === 0) return <Empty text={t("nothing")} />;
              return (
                <ul className={styles.list}>
                  {sentences.map(({ key, text, screen, Icon, isLate }) => {
                    const path = pathTo(screen);
                    return (
                      <li key={key} className={styles.item} data-late={isLate || undefined}>
                        <Icon aria-hidden="true" size={18} />
                        {path ? <Link to={path}>{text}</Link> : <span>{text}</span>}
                        {path && <ChevronRight aria-hidden="true" size={20} />}
                      </li>
                    );
                  })}
                </ul>
              );
            }}
          </QueryResult>
        </section>
      </div>
    </Page>
  );
}

function useSentences() {
  const { t } = useTranslation(todayTexts);
  return (today: Today): Sentence[] => {
    const counted = [
      { key: "secondPerson", count: today.secondPersonBillCount, screen: OF_TWO, Icon: Users },
      { key: "stuck", count: today.stuckVoucherCount, screen: STUCK, Icon: Ticket },
      { key: "approvals", count: today.approvalCount, screen: APPROVALS, Icon: CheckCheck },
      {
        key: "drafts",
        count: today.waitingDraftCount ?? 0,
        screen: PROGRAMME,
        Icon: SlidersHorizontal,
      },
      {
        key: "broadcasts",
        count: today.waitingBroadcastCount ?? 0,
        screen: BROADCASTS,
        Icon: Megaphone,
      },
      {
        key: "unreconciled",
        count: today.unreconciledDayCount,
        screen: RECONCILE,
        Icon: FileDiff,
      },
      { key: "enquiries", count: today.openEnquiryCount ?? 0, screen: INBOX, Icon: Inbox },
    ] as const;
    const tills = today.tillList.map((till): Sentence => {
      const names = { till: till.name, outlet: till.outletName };
      const since = till.isSilent ? till.lastSeenAt : till.reportedAt;
      const kind = till.isSilent ? "silent" : "late";
      return {
        key: `till ${till.id}`,
        text: since
          ? t(`${kind}.since`, { ...names, time: formatDateTime(since) })
          : t(`${kind}.never`, names),
        screen: tillsOf(till.outletId),
        Icon: TabletSmartphone,
        isLate: true,
      };
    });
    const bills = {
      count: today.unverifiedBillCount,
      overdue: today.overdueBillCount,
      office: today.waitingBillCount,
    };
    const billSentence: Sentence = {
      key: "bills",
      text: t(billsKey(bills), bills),
      screen: BILLS,
      Icon: Receipt,
      isLate: bills.overdue > 0,
    };
    return [
      ...(bills.count > 0 ? [billSentence] : []),
      ...counted
        .filter(({ count }) => count > 0)
        .map(({ key, count, ...rest }) => ({ key, text: t(key, { count }), ...rest })),
      ...tills,
    ];
  };
}

/** The sentence that counts each bill once: how many there are, and of them those that are overdue and the office's. */
function billsKey({ overdue, office }: { overdue: number; office: number }) {
  if (overdue > 0) return office > 0 ? "billsBoth" : "billsOverdue";
  return office > 0 ? "billsOffice" : "bills";
}
