import { formatDateTime } from "@loyalty/ui/formats";
import { QueryResult } from "@loyalty/ui/query-result";
import { Cluster } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
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

import { DayFilter, useDayInAddress } from "../../components/day-filter.tsx";
import { OutletFilter, useOutletInAddress } from "../../components/filters.tsx";
import { FilterBar, Page } from "../../components/page.tsx";
import type { Operation } from "../../queries/requests.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { type Today, useToday } from "../../queries/today.ts";
import { todayTexts } from "../../texts/today.ts";
import { ComingUp } from "./coming-up.tsx";
import { Against, Days, Figures } from "./home-figures.tsx";
import { OutletsOfDay } from "./home-outlets.tsx";
import { useHome } from "./queries.ts";
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

/** /today: how a day goes, and what waits at the user's outlets; the address holds the day and the outlet. */
export default function TodayScreen() {
  const { t } = useTranslation(todayTexts);
  const { data: me } = useMe();
  return (
    <Page title={t("title")} wide>
      {hasPermission(me, "GET /staff/home") ? <HomePage /> : <Waits />}
    </Page>
  );
}

function HomePage() {
  const { t } = useTranslation(todayTexts);
  const [day] = useDayInAddress();
  const outletId = useOutletInAddress();
  const query = useHome({ ...(day && { day }), ...(outletId && { outletId }) });
  return (
    <>
      <FilterBar label={t("filter")} end={query.data && <Against home={query.data} />}>
        <OutletFilter />
        <DayFilter />
      </FilterBar>
      <div className={styles.home}>
        <div className={styles.figures}>
          <QueryResult
            query={query}
            loading={t("loading")}
            failed={t("figuresFailed")}
            height="6rem"
          >
            {(home) => <Figures home={home} outletId={outletId} />}
          </QueryResult>
        </div>
        <div className={styles.main}>
          {query.data && (
            <>
              <div className={styles.days}>
                <Days home={query.data} />
              </div>
              <OutletsOfDay home={query.data} />
            </>
          )}
        </div>
        <div className={styles.beside}>
          <Waits isOfMore={outletId !== undefined} />
          {query.data?.isToday && <ComingUp coming={query.data.comingList} />}
        </div>
      </div>
    </>
  );
}

/** What waits, in sentences that lead to where it is dealt with; `isOfMore`: also at outlets that are not shown. */
function Waits({ isOfMore = false }: { isOfMore?: boolean }) {
  const { t } = useTranslation(todayTexts);
  const { data: me } = useMe();
  const sentencesOf = useSentences();
  const query = useToday();
  /** Where a sentence leads: nowhere where the person's roles do not open the screen. */
  const pathTo = (screen: Screen | undefined) =>
    screen && hasPermission(me, screen.operation) ? screen.path : undefined;
  return (
    <section
      className={`${surfaceStyles.panel} ${surfaceStyles.clip} ${styles.waits}`}
      aria-labelledby="waits"
    >
      <Cluster gap={3} tight align="baseline" justify="between" className={styles.head}>
        <h2 id="waits" className={textStyles.md}>
          {t(isOfMore ? "waitsEverywhere" : "waits")}
        </h2>
      </Cluster>
      <QueryResult query={query} loading={t("loading")} failed={t("failed")} height="8rem">
        {(today) => {
          const sentences = sentencesOf(today);
          if (sentences.length === 0)
            return <p className={`${textStyles.note} ${styles.none}`}>{t("nothing")}</p>;
          return (
            <ul role="list">
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
