import { messageOf } from "@loyalty/api-client/errors";
import { serverNow } from "@loyalty/api-client/http";
import { useTierRules } from "@loyalty/api-client/react/points";
import { personOf } from "@loyalty/api-client/rules/records";
import { brands, isBrandKey } from "@loyalty/ui/brands";
import { Button, buttonClass } from "@loyalty/ui/button";
import {
  formatDateTime,
  formatDay,
  formatList,
  formatMonthName,
  formatNumber,
} from "@loyalty/ui/formats";
import { Progress } from "@loyalty/ui/progress";
import textStyles from "@loyalty/ui/text.module.css";
import { showToast } from "@loyalty/ui/toast";
import { Cluster, Grid, Stack } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { ReasonDialog } from "../../components/form-dialog.tsx";
import { Buttons, Section } from "../../components/page.tsx";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { broadcastsTexts } from "../../texts/broadcasts.ts";
import { contentOf, PAGES, valuesOf, writtenIn } from "./broadcast-form.ts";
import { Count, languageName, Preview, WrittenMessage } from "./broadcast-preview.tsx";
import styles from "./broadcasts.module.css";
import {
  type Broadcast,
  type BroadcastAct,
  isScheduled,
  pendingOf,
  useDecideBroadcast,
  usePreview,
  wasQuicker,
} from "./queries.ts";

const SET_STATE = "PUT /staff/broadcast/{broadcast_id}/state";
const DECIDE = "POST /staff/approval/{approval_id}/decision";

/** How a broadcast stands, who wrote it, who decided it and why. */
export function BroadcastFacts({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useTranslation(broadcastsTexts);
  const { state, sendAt, submittedBy, submittedAt, decidedBy, decidedAt, stoppedBy, finishedAt } =
    broadcast;
  const signed = (by: string, at: string) => ({ name: personOf(by), time: formatDateTime(at) });
  const decision = state === "refused" ? "refused" : "approved";
  return (
    <Stack gap={2}>
      <p className={textStyles.strong}>
        {t(`states.${isScheduled(broadcast) ? "scheduled" : state}`)}
      </p>
      {sendAt !== null && <p>{t("sendsAt", { time: formatDateTime(sendAt) })}</p>}
      <p className={textStyles.note}>
        {t("begunBy", signed(broadcast.begunBy, broadcast.begunAt))}
      </p>
      <p className={textStyles.note}>
        {t("savedBy", signed(broadcast.savedBy, broadcast.savedAt))}
      </p>
      {state !== "open" && submittedBy !== null && submittedAt !== null && (
        <p>
          {t("submittedBy", {
            ...signed(submittedBy, submittedAt),
            reason: broadcast.reason ?? "",
          })}
        </p>
      )}
      {state !== "open" && state !== "withdrawn" && decidedBy !== null && decidedAt !== null && (
        <p>
          {t(`decided.${decision}`, {
            ...signed(decidedBy, decidedAt),
            reason: broadcast.decision ?? "",
          })}
        </p>
      )}
      {stoppedBy !== null && finishedAt !== null && (
        <p>
          {t(state === "withdrawn" ? "decided.withdrawn" : "decided.stopped", {
            ...signed(stoppedBy, finishedAt),
            reason: broadcast.stopReason ?? "",
          })}
        </p>
      )}
      {state === "done" && finishedAt !== null && (
        <p className={textStyles.note}>{t("finished", { time: formatDateTime(finishedAt) })}</p>
      )}
    </Stack>
  );
}

/** A broadcast that is not written any more: what it says to whom, its result, and what can be done with it. */
export function DecidedBroadcast({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useTranslation(broadcastsTexts);
  const { data: me } = useMe();
  const [act, setAct] = useState<BroadcastAct["act"] | null>(null);
  const { id, state } = broadcast;
  const isOwn = broadcast.submittedBy?.endsWith(` via staff:${me?.id}`) === true;
  const isWaiting = state === "waiting";
  const mayApprove = isWaiting && hasPermission(me, DECIDE);
  const canStop = state === "sending" || (state === "done" && pendingOf(broadcast) > 0);
  const values = valuesOf(broadcast);
  return (
    <>
      <BroadcastFacts broadcast={broadcast} />
      {broadcast.outcome !== null && <Result broadcast={broadcast} />}
      {mayApprove && isOwn && <p>{t("own")}</p>}
      <Buttons>
        {mayApprove && !isOwn && <Button onClick={() => setAct("approve")}>{t("approve")}</Button>}
        {isWaiting && !isOwn && hasPermission(me, DECIDE) && (
          <Button variant="outline" onClick={() => setAct("refuse")}>
            {t("refuse")}
          </Button>
        )}
        {isWaiting && isOwn && hasPermission(me, SET_STATE) && (
          <Button variant="danger" onClick={() => setAct("withdraw")}>
            {t("withdraw")}
          </Button>
        )}
        {isScheduled(broadcast) && hasPermission(me, SET_STATE) && (
          <Button variant="outline" onClick={() => setAct("reopen")}>
            {t("reopen")}
          </Button>
        )}
        {canStop && hasPermission(me, SET_STATE) && (
          <Button variant="danger" onClick={() => setAct("stop")}>
            {t("stop")}
          </Button>
        )}
        {!isWaiting && hasPermission(me, "POST /staff/broadcast") && (
          <Link to={`?id=new&from=${id}`} className={buttonClass({ variant: "outline" })}>
            {t("copy")}
          </Link>
        )}
      </Buttons>
      {isWaiting && <Preview content={contentOf(values)} />}
      <Section title={t("forWhom")}>
        <SegmentFacts broadcast={broadcast} />
      </Section>
      <Section title={t("words")}>
        <Grid gap={4} columns="wide" align="start" fill>
          {writtenIn(values).map((code) => (
            <WrittenMessage key={code} language={code} {...values.texts[code]} />
          ))}
        </Grid>
      </Section>
      {act && <DecisionDialog broadcast={broadcast} act={act} onClose={() => setAct(null)} />}
    </>
  );
}

/** What has become of the messages; while they leave, how far it has come. */
function Result({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useTranslation(broadcastsTexts);
  const { outcome, leaving, logOnly, unwanted, state } = broadcast;
  const isSending = state === "sending";
  const { data: preview } = usePreview(isSending ? contentOf(valuesOf(broadcast)) : null);
  const handled = leaving + logOnly + unwanted;
  const all = Math.max(handled, preview?.members ?? 0);
  const text = t("progressOf", { done: formatNumber(handled), all: formatNumber(all) });
  const rows = [
    ["sent", outcome?.sent ?? 0],
    ["read", outcome?.read ?? 0],
    ["pending", pendingOf(broadcast)],
    ["failed", outcome?.failed ?? 0],
    ["unwanted", unwanted],
    ["logOnly", logOnly],
    ["dropped", outcome?.dropped ?? 0],
  ] as const;
  const hintOf = (name: (typeof rows)[number][0]) =>
    name === "sent" || name === "failed" ? undefined : t(`resultHints.${name}`);
  return (
    <Section title={t("result")}>
      {isSending && preview && (
        <>
          <Progress
            label={t("progress")}
            percent={all === 0 ? 0 : (100 * handled) / all}
            text={text}
          />
          <p>{text}</p>
        </>
      )}
      <Stack as="dl" className={styles.lines}>
        {rows.map(([name, number]) => (
          <Count key={name} name={t(`results.${name}`)} number={number} hint={hintOf(name)} />
        ))}
      </Stack>
    </Section>
  );
}

function SegmentFacts({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useTranslation(broadcastsTexts);
  const { data: me } = useMe();
  const tiers = useTierRules();
  const { brand, outletIds, levels, languages, visitedFrom, visitedTo } = broadcast.segment;
  const { balanceFrom, balanceTo, birthMonth, leastVisits } = broadcast.segment;
  const listed = (names: string[]) => (names.length === 0 ? t("all") : formatList(names));
  const outletName = (id: number) => me?.outlets.find((each) => each.id === id)?.name ?? String(id);
  const tierName = (level: number) =>
    tiers.find((each) => each.level === level)?.name ?? String(level);
  const days = [
    visitedFrom && t("from", { day: formatDay(visitedFrom) }),
    visitedTo && t("to", { day: formatDay(visitedTo) }),
  ].filter((each) => each !== null && each !== "");
  const balance = [
    balanceFrom !== null && t("atLeast", { number: formatNumber(balanceFrom) }),
    balanceTo !== null && t("atMost", { number: formatNumber(balanceTo) }),
  ].filter((each) => each !== false);
  const page = PAGES.find(([path]) => path === broadcast.page)?.[1];
  const kind = broadcast.kind === "newsletter" ? "newsletter" : "marketing";
  const facts = [
    [t("kind"), t(`kinds.${kind}`)],
    [t("brand"), isBrandKey(brand) ? brands[brand].name : t("all")],
    [t("outlets"), listed(outletIds.map(outletName))],
    [t("tiers"), listed(levels.map(tierName))],
    [t("languages"), listed(languages.map(languageName))],
    [t("visited"), days.length === 0 ? t("all") : days.join(", ")],
    [
      t("visits"),
      leastVisits === null ? t("all") : t("atLeast", { number: formatNumber(leastVisits) }),
    ],
    [t("balance"), balance.length === 0 ? t("all") : balance.join(", ")],
    [t("birthMonth"), birthMonth === null ? t("all") : formatMonthName(birthMonth)],
    [t("page"), page ? t(`pages.${page}`) : broadcast.page],
  ];
  return (
    <Stack as="dl" className={styles.lines}>
      {facts.map(([name, value]) => (
        <Cluster key={name} nowrap gap={4} align="baseline" justify="between">
          <dt className={`${textStyles.muted} ${layoutStyles.flexNone}`}>{name}</dt>
          <dd>{value}</dd>
        </Cluster>
      ))}
    </Stack>
  );
}

interface DecisionDialogProps {
  broadcast: Broadcast;
  act: BroadcastAct["act"];
  /** Takes a refusal over that is shown elsewhere; then the dialog closes. */
  onRefused?: (error: unknown) => boolean;
  onClose: () => void;
}

/** Asks why, and submits, approves, refuses, withdraws, reopens or stops. */
export function DecisionDialog({ broadcast, act, onRefused, onClose }: DecisionDialogProps) {
  const { t } = useTranslation(broadcastsTexts);
  const decide = useDecideBroadcast();
  const { sendAt } = broadcast;
  const sends = sendAt !== null && new Date(sendAt) > serverNow() ? sendAt : null;
  const name = act === "approve" && sends !== null ? "approveLater" : act;
  return (
    <ReasonDialog
      title={t(`${act}Title`)}
      text={t(`${name}Text`, {
        time: formatDateTime(sends ?? ""),
      })}
      confirmLabel={t(act)}
      danger={act === "withdraw" || act === "stop"}
      usual={[t(`usual.${act}`)]}
      failed={t("decideFailed")}
      onConfirm={async ({ reason }) => {
        try {
          await decide.mutateAsync({ act, broadcast, reason });
          showToast("success", t(`done.${name}`), 8);
        } catch (error) {
          if (onRefused?.(error)) return;
          // Somebody was quicker: the page shows by now how it stands, and this dialog went with it.
          if (wasQuicker(error)) showToast("error", messageOf(error, t("decideFailed")), 8);
          throw error;
        }
      }}
      onClose={onClose}
    />
  );
}
