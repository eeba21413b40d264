import { personOf } from "@loyalty/api-client/rules/records";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { TextField } from "@loyalty/ui/field";
import { formatDateTime, formatNumber } from "@loyalty/ui/formats";
import { QueryResult } from "@loyalty/ui/query-result";
import { useDebouncedValue } from "@loyalty/ui/use-debounced-value";
import { useTranslation } from "react-i18next";

import { QueryTable } from "../../components/desk-table.tsx";
import { DaysFilter, useDaysInAddress } from "../../components/days-filter.tsx";
import {
  ChoiceFilterField,
  OutletFilter,
  useAddressFilter,
  useOutletInAddress,
  useTextInAddress,
} from "../../components/filters.tsx";
import { MoreButton } from "../../components/more-button.tsx";
import { Page, Section } from "../../components/page.tsx";
import { problemText } from "../../components/problems.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { type Act, acts, logTexts } from "../../texts/log.ts";
import { BreachSection } from "./breach.tsx";
import { type LogChain, type LogEntry, useLog, useLogChain } from "./queries.ts";

/** /log: whether the office log is what was written, who did what, and whom a data breach affects. */
export default function LogScreen() {
  const { t } = useTranslation(logTexts);
  const { data: me } = useMe();
  return (
    <Page title={t("title")} wide>
      <Entries />
      <Chain />
      {hasPermission(me, "POST /staff/breach") && <BreachSection />}
    </Page>
  );
}

function Chain() {
  const { t } = useTranslation(logTexts);
  const query = useLogChain();
  return (
    <Section
      title={t("chain.title")}
      action={
        <Button variant="outline" busy={query.isFetching} onClick={() => void query.refetch()}>
          {t("chain.again")}
        </Button>
      }
    >
      <QueryResult
        query={query}
        loading={t("chain.loading")}
        failed={t("chain.failed")}
        height="4rem"
      >
        {(chain) => <ChainResult chain={chain} />}
      </QueryResult>
    </Section>
  );
}

function ChainResult({
  chain: { entries, problems, verifiedUpTo, verifiedAt },
}: {
  chain: LogChain;
}) {
  const { t } = useTranslation(logTexts);
  const upTo =
    verifiedUpTo !== null && verifiedAt !== null
      ? t("chain.upTo", { id: verifiedUpTo, time: formatDateTime(verifiedAt) })
      : null;
  if (problems.length === 0) {
    return (
      <Alert kind="success">
        {upTo ? t("chain.whole", { entries: formatNumber(entries), upTo }) : t("chain.noEntry")}
      </Alert>
    );
  }
  return (
    <Alert kind="error">
      <p>{t("chain.broken")}</p>
      <p>{upTo ?? t("chain.nothing")}</p>
      <ul>
        {problems.map((problem) => (
          <li key={problem.message}>{problemText(problem)}</li>
        ))}
      </ul>
    </Alert>
  );
}

function Entries() {
  const { t } = useTranslation(logTexts);
  const { data: me } = useMe();
  const [operator, setOperator] = useTextInAddress("who");
  const actions = useAddressFilter("what", acts);
  const outletId = useOutletInAddress();
  const [days, setDays] = useDaysInAddress();
  const who = useDebouncedValue(operator.trim());
  const filter = {
    ...(who && { operator: who }),
    ...(actions.value && { action: actions.value }),
    ...(outletId && { outletId }),
    ...days,
  };
  const query = useLog(filter);
  const outletName = (id: number | null) =>
    id === null ? null : (me?.outlets.find((each) => each.id === id)?.name ?? String(id));
  const isAct = (done: string): done is Act => (acts as string[]).includes(done);
  const actOf = ({ action: done }: LogEntry) => (isAct(done) ? t(`acts.${done}`) : done);
  const byWhom = ({ operator: by }: LogEntry) => personOf(by);

  return (
    <Section title={t("entries")}>
      <QueryTable
        name="log"
        filters={{
          label: t("filter"),
          fields: (
            <>
              <TextField
                labelHidden
                label={t("who")}
                placeholder={t("who")}
                maxLength={60}
                value={operator}
                onChange={({ currentTarget }) => setOperator(currentTarget.value)}
              />
              <ChoiceFilterField
                label={t("what")}
                filter={actions}
                nameOf={(act) => (act === "all" ? t("allActs") : t(`acts.${act}`))}
              />
              <OutletFilter />
              <DaysFilter days={days} onChange={setDays} />
            </>
          ),
        }}
        query={query}
        caption={t("entries")}
        loading={t("loading")}
        failed={t("loadFailed")}
        empty={t(Object.keys(filter).length > 0 ? "noneFiltered" : "none")}
        rowKey={({ id }) => id}
        columns={[
          { id: "what", head: t("what"), cell: actOf, isTitle: true, sortBy: actOf },
          {
            id: "number",
            head: t("number"),
            cell: ({ id }) => id,
            isNumber: true,
            sortBy: ({ id }) => id,
          },
          {
            id: "when",
            head: t("when"),
            cell: ({ at }) => formatDateTime(at),
            sortBy: ({ at }) => at,
          },
          { id: "who", head: t("who"), cell: byWhom, sortBy: byWhom },
          {
            id: "outlet",
            head: t("outlet"),
            cell: (row) => outletName(row.outletId),
            sortBy: (row) => outletName(row.outletId) ?? "",
          },
          {
            id: "member",
            head: t("member"),
            cell: ({ memberId }) => memberId,
            sortBy: ({ memberId }) => memberId ?? 0,
          },
          { id: "details", head: t("details"), cell: ({ details }) => details, isLong: true },
          { id: "reason", head: t("reason"), cell: ({ reason }) => reason, isLong: true },
        ]}
      />
      <MoreButton query={query} label={t("more")} />
    </Section>
  );
}
