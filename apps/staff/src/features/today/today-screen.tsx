import { mayDo, useMe } from "@loyalty/api-client/react/staff/session.tsx";
import { useToday } from "@loyalty/api-client/react/staff/today.ts";
import type { Operation } from "@loyalty/api-client/staff/requests.ts";
import type { Today } from "@loyalty/api-client/staff/today.ts";
import { formatDateTime } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Empty } from "@loyalty/ui/primitives/states.tsx";
import { QueryResult } from "@loyalty/ui/shell/query-result.tsx";
import { Link } from "react-router";

import { Page } from "../../page/page.tsx";
import { todayTexts } from "../../texts/today.ts";

interface Sentence {
  key: string;
  text: string;
  /** Where it is dealt with, if a screen of this app does that. */
  screen?: Screen;
}

interface Screen {
  path: string;
  /** Whoever may do this sees the screen. */
  operation: Operation;
}

const APPROVALS: Screen = { path: "/approvals", operation: "GET /staff/approval" };
/** The bills of a state. */
const bills = (state: string): Screen => ({
  path: `/bills?state=${state}`,
  operation: "GET /staff/bill",
});
const STUCK: Screen = { path: "/vouchers?state=stuck", operation: "GET /staff/voucher" };
const INBOX: Screen = { path: "/inbox", operation: "GET /staff/enquiry" };
const PEOPLE: Screen = { path: "/people", operation: "GET /staff/people" };

/** /today: what waits at one's outlets, in sentences that lead to the screens where it is dealt with. */
export default function TodayScreen() {
  const t = useTexts(todayTexts);
  const sentencesOf = useSentences();
  const { data: me } = useMe();
  const query = useToday();

  /** Where a sentence leads: nowhere where the person's roles do not open the screen. */
  const pathTo = (screen: Screen | undefined) =>
    screen && mayDo(me, screen.operation) ? screen.path : undefined;

  return (
    <Page title={t("title")} narrow>
      <QueryResult query={query} loading={t("loading")} failed={t("failed")} height="12rem">
        {(today) => {
          const sentences = sentencesOf(today);
          if (sentences.length === 0) return <Empty text={t("nothing")} />;
          return (
            <ul>
              {sentences.map(({ key, text, screen }) => {
                const path = pathTo(screen);
                return <li key={key}>{path ? <Link to={path}>{text}</Link> : text}</li>;
              })}
            </ul>
          );
        }}
      </QueryResult>
    </Page>
  );
}

/** A function that says what waits; no sentence for what does not. */
function useSentences() {
  const t = useTexts(todayTexts);
  return (today: Today): Sentence[] => {
    const counted = [
      { key: "overdue", count: today.overdueBillCount, screen: bills("overdue") },
      { key: "waiting", count: today.waitingBillCount, screen: bills("waiting") },
      { key: "unverified", count: today.unverifiedBillCount, screen: bills("unverified") },
      { key: "stuck", count: today.stuckVoucherCount, screen: STUCK },
      { key: "approvals", count: today.approvalCount, screen: APPROVALS },
      { key: "enquiries", count: today.openEnquiryCount ?? 0, screen: INBOX },
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
        screen: PEOPLE,
      };
    });
    return [
      ...counted
        .filter(({ count }) => count > 0)
        .map(({ key, count, screen }) => ({ key, text: t(key, { count }), screen })),
      ...tills,
    ];
  };
}
