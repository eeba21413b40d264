import { useOutlets } from "@loyalty/api-client/react/outlets";
import { senOf } from "@loyalty/api-client/rules/points";
import { personOf } from "@loyalty/api-client/rules/records";
import { Button } from "@loyalty/ui/button";
import {
  formatDateTime,
  formatDay,
  formatLastDay,
  formatMoney,
  formatNumber,
} from "@loyalty/ui/formats";
import { QueryResult } from "@loyalty/ui/query-result";
import { Empty } from "@loyalty/ui/states";
import { Tabs } from "@loyalty/ui/tabs";
import { Cluster, Stack } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import text from "@loyalty/ui/text.module.css";
import { Hourglass } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Chip } from "../../components/chip.tsx";
import { useDeciders } from "../../components/deciders.ts";
import { MoreButton } from "../../components/more-button.tsx";
import { Facts } from "../../components/facts.tsx";
import { Page } from "../../components/page.tsx";
import type { MemberView } from "../../queries/members.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { membersTexts } from "../../texts/members.ts";
import { MemberActs, type MemberActsProps } from "./member-acts.tsx";
import styles from "./members.module.css";
import { type Movement, type Source, SOURCES, useMemberHistory } from "./queries.ts";

/** A member as the user's role sees them: points, what is open, what can be done, and how their points came about. */
export function MemberPage(props: MemberActsProps & { onLeave: () => void }) {
  const { t } = useTranslation(membersTexts);
  const { member } = props;
  return (
    <Page
      title={member.name}
      action={
        <Button variant="outline" onClick={props.onLeave}>
          {t("another")}
        </Button>
      }
    >
      <Cluster as="p" gap={3} tight className={text.muted}>
        <Chip kind="info">{member.membershipName}</Chip>
        <span>{member.number}</span>
        <span>{member.memberCode}</span>
      </Cluster>
      <MemberActs {...props} />
      <div className={styles.columns}>
        <Points member={member} />
        <Stack gap={4} className={styles.open}>
          <Bills member={member} />
          <Vouchers member={member} />
          <History memberId={member.id} />
        </Stack>
        <Stack gap={4}>
          <Record member={member} />
          <Lookups member={member} />
        </Stack>
      </div>
    </Page>
  );
}

/** What they have, what is to come, and how far they are in their tier. */
function Points({ member }: { member: MemberView }) {
  const { t } = useTranslation(membersTexts);
  const { pendingBillList, waitingList } = member;
  const figures = [
    [t("fields.points"), member.memberPointAmount],
    [t("toCome"), pendingBillList.reduce((sum, { points }) => sum + points, 0)],
    [t("tierPoints"), member.currentMemberMembershipPoint],
  ] as const;
  return (
    <Stack gap={3} pad={4} className={`${surfaceStyles.panel} ${surfaceStyles.large} ${text.wrap}`}>
      <dl className={styles.figures}>
        {figures.map(([name, points]) => (
          <div key={name}>
            <dt className={text.note}>{name}</dt>
            <dd className={`${text.num} ${text.xl} ${text.strong}`}>{formatNumber(points)}</dd>
          </div>
        ))}
      </dl>
      <Waiting of={waitingList.filter(({ kind }) => kind === "adjustment")} memberId={member.id} />
    </Stack>
  );
}

type Proposal = MemberView["waitingList"][number];

/** What waits for a second person, on the thing that it concerns. */
function Waiting({ of, memberId }: { of: readonly Proposal[]; memberId: number }) {
  const { t } = useTranslation(membersTexts);
  const { data: me } = useMe();
  const decidersOf = useDeciders();
  const sentenceOf = (proposal: Proposal) => {
    const { kind, points, receiptNumber, fromId, fromName, toName, voucherName } = proposal;
    const who = decidersOf(proposal.deciders);
    if (kind === "adjustment") return t("waits.adjustment", { points: signed(points ?? 0), who });
    if (kind === "correction") return t("waits.correction", { who });
    if (kind === "restoration") return t("waits.restoration", { name: voucherName, who });
    return fromId === memberId
      ? t("waits.move", { name: toName, who })
      : t("waits.moveHere", { receipt: receiptNumber, name: fromName, who });
  };
  if (of.length === 0) return null;
  return (
    <Cluster as="p" gap={2}>
      {of.map((proposal) => (
        <Chip key={proposal.id} kind="wait" Icon={Hourglass}>
          {hasPermission(me, "GET /staff/approval") ? (
            <Link to="/approvals">{sentenceOf(proposal)}</Link>
          ) : (
            sentenceOf(proposal)
          )}
        </Chip>
      ))}
    </Cluster>
  );
}

function Record({ member }: { member: MemberView }) {
  const { t } = useTranslation(membersTexts);
  const { genderId, raceId } = member;
  const hosts = member.hostList.length > 0 && <Hosts member={member} />;
  const facts: [name: string, value: ReactNode][] = [
    [t("fields.mobileNumber"), member.number],
    [t("fields.email"), member.email],
    [t("fields.card"), member.memberCode],
    [t("fields.dateOfBirth"), member.dateOfBirth && formatDay(member.dateOfBirth)],
    [t("fields.genderId"), t(genderOf(genderId))],
    [t("fields.raceId"), raceId !== null && t(raceOf(raceId))],
    [t("fields.occupation"), member.occupation],
    [t("fields.outletId"), member.outletName],
    [t("fields.joined"), formatDateTime(member.createdAt)],
    [
      t("fields.signedIn"),
      member.lastLoginAt ? formatDateTime(member.lastLoginAt) : t("neverSignedIn"),
    ],
    [t("fields.hosts"), hosts],
    [t("fields.id"), member.id],
  ];
  return (
    <Card title={t("record")}>
      <Waiting
        of={member.waitingList.filter(({ kind }) => kind === "correction")}
        memberId={member.id}
      />
      <Facts facts={facts} />
      {!member.isWhole && <p className={text.note}>{t("masked")}</p>}
    </Card>
  );
}

function Hosts({ member }: { member: MemberView }) {
  const { t } = useTranslation(membersTexts);
  return (
    <ul role="list">
      {member.hostList.map(({ name, title: host, linkedAt, lastUsedAt }) => {
        const linked = linkedAt ? formatDateTime(linkedAt) : "";
        return (
          <li key={name}>
            {lastUsedAt
              ? t("hostUsed", { host, linked, used: formatDateTime(lastUsedAt) })
              : t("hostUnused", { host, linked })}
          </li>
        );
      })}
    </ul>
  );
}

/** The name of a gender's text; 3 and 99 are both "other". */
function genderOf(id: number) {
  if (id === 1) return "genders.1";
  return id === 2 ? "genders.2" : "genders.99";
}

/** The name of a race's text. */
function raceOf(id: number) {
  if (id === 1) return "races.1";
  if (id === 2) return "races.2";
  return id === 3 ? "races.3" : "races.99";
}

function History({ memberId }: { memberId: number }) {
  const { t } = useTranslation(membersTexts);
  const [source, setSource] = useState<Source | "all">("all");
  const query = useMemberHistory(memberId, source === "all" ? undefined : source);
  const sentenceOf = useSentence();
  return (
    <Card title={t("history.title")}>
      <Tabs
        label={t("history.kinds.filter")}
        active={source}
        onChange={setSource}
        tabs={(["all", ...SOURCES] as const).map((key) => ({
          key,
          label: t(`history.kinds.${key}`),
        }))}
      />
      <QueryResult
        query={query}
        loading={t("history.loading")}
        failed={t("history.failed")}
        height="12rem"
      >
        {(entries) =>
          entries.length === 0 ? (
            <Empty text={t(source === "all" ? "history.empty" : "history.noneOfKind")} />
          ) : (
            <ol role="list" className={styles.rows}>
              {entries.map((entry) => (
                <li key={entry.id}>
                  <p>{sentenceOf(entry)}</p>
                  <p className={text.note}>
                    {[
                      formatDateTime(entry.createdAt),
                      entry.outletName,
                      entry.staffName,
                      t("history.balance", { count: entry.balanceAfter }),
                    ]
                      .filter(Boolean)
                      .join(", ")}
                  </p>
                </li>
              ))}
            </ol>
          )
        }
      </QueryResult>
      <MoreButton query={query} label={t("history.more")} />
    </Card>
  );
}

const signed = (points: number) => formatNumber(points, { signDisplay: "exceptZero" });

/** A function that says what an entry did and why: "+120 for receipt A-1001, Till 2". */
function useSentence() {
  const { t } = useTranslation(membersTexts);
  return (entry: Movement): string => {
    const points = signed(entry.points);
    const { receiptNumber: receipt, reason, remark } = entry;
    if (receipt !== null) {
      if (entry.points < 0) {
        return reason
          ? t("history.takenBackFor", { points, receipt, reason })
          : t("history.takenBack", { points, receipt });
      }
      const source = entry.tillName ?? (entry.recordedBy && personOf(entry.recordedBy));
      return source
        ? t("history.earnedAt", { points, receipt, source })
        : t("history.earned", { points, receipt });
    }
    switch (entry.sourceType) {
      case "member":
        return entry.points === 0 ? t("history.joined") : t("history.joinedWith", { points });
      case "lapse":
        return t("history.lapsed", { points: signed(entry.tierPoints) });
      case "erasure":
        return t("history.erased", { points });
      case "adjustment": {
        const why = reason ?? remark;
        return entry.tierPoints === 0
          ? t("history.adjusted", { points, reason: why })
          : t("history.adjustedTier", { points, tier: signed(entry.tierPoints), reason: why });
      }
      default:
        return t(entry.points < 0 ? "history.redeemed" : "history.other", { points, what: remark });
    }
  };
}

/** Bills that have given no points yet, and what waits about each. */
function Bills({ member }: { member: MemberView }) {
  const { t } = useTranslation(membersTexts);
  const { data: outlets } = useOutlets();
  const { data: me } = useMe();
  const { pendingBillList, waitingList } = member;
  const isPending = ({ billId }: Proposal) => pendingBillList.some(({ id }) => id === billId);
  const others = waitingList.filter((each) => each.kind === "move" && !isPending(each));
  return (
    <Card title={t("bills.title")} count={pendingBillList.length}>
      {pendingBillList.length === 0 && <p className={text.note}>{t("bills.empty")}</p>}
      <ul role="list" className={styles.rows}>
        {pendingBillList.map(({ id, receiptNumber, amount, points, businessDay, outletId }) => (
          <li key={id}>
            <Cluster as="p" gap={4} tight align="baseline" justify="between">
              <strong>
                {hasPermission(me, "GET /staff/bill") ? (
                  <Link to={`/bills?state=all&receipt=${encodeURIComponent(receiptNumber)}`}>
                    {receiptNumber}
                  </Link>
                ) : (
                  <span>{receiptNumber}</span>
                )}
                <span>, {formatMoney(senOf(amount))}</span>
              </strong>
              <span>{t("bills.points", { count: points })}</span>
            </Cluster>
            <p className={text.note}>
              {[outlets?.find((each) => each.id === outletId)?.name, formatDay(businessDay)]
                .filter(Boolean)
                .join(", ")}
            </p>
            <Waiting of={waitingList.filter(({ billId }) => billId === id)} memberId={member.id} />
          </li>
        ))}
      </ul>
      <Waiting of={others} memberId={member.id} />
    </Card>
  );
}

function Vouchers({ member }: { member: MemberView }) {
  const { t } = useTranslation(membersTexts);
  const { voucherList, waitingList } = member;
  return (
    <Card title={t("vouchers.title")} count={voucherList.length}>
      {voucherList.length === 0 && <p className={text.note}>{t("vouchers.empty")}</p>}
      <ul role="list" className={styles.rows}>
        {voucherList.map(({ id, name, expireAt, presentUntil }) => (
          <li key={id}>
            <Cluster as="p" gap={4} tight align="baseline" justify="between">
              <strong>{name}</strong>
              <span className={text.note}>
                {t("vouchers.until", { day: formatLastDay(expireAt) })}
              </span>
            </Cluster>
            {presentUntil && (
              <p className={text.note}>
                {t("vouchers.shown", { time: formatDateTime(presentUntil) })}
              </p>
            )}
          </li>
        ))}
      </ul>
      <Waiting of={waitingList.filter(({ kind }) => kind === "restoration")} memberId={member.id} />
    </Card>
  );
}

/** Who has looked the member up at a till. */
function Lookups({ member: { lookupList } }: { member: MemberView }) {
  const { t } = useTranslation(membersTexts);
  return (
    <Card title={t("lookups.title")}>
      {lookupList.length === 0 && <p className={text.note}>{t("lookups.empty")}</p>}
      <ul role="list" className={styles.rows}>
        {lookupList.map(({ at, outletName, tillId, tillName, staffName }) => (
          <li key={`${at} ${tillId}`}>
            {[formatDateTime(at), outletName, tillName, staffName].filter(Boolean).join(", ")}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface CardProps {
  title: string;
  /** How many rows it has. */
  count?: number;
  children: ReactNode;
}

function Card({ title, count, children }: CardProps) {
  return (
    <Stack
      as="section"
      gap={3}
      pad={4}
      className={`${surfaceStyles.panel} ${surfaceStyles.large} ${text.wrap}`}
    >
      <Cluster as="h2" gap={2} className={text.lg}>
        <span>{title}</span>
        {count ? <Chip kind="quiet">{formatNumber(count)}</Chip> : null}
      </Cluster>
      {children}
    </Stack>
  );
}
