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
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { MoreButton } from "../../components/more-button.tsx";
import { Page, Section } from "../../components/page.tsx";
import type { MemberView } from "../../queries/members.ts";
import { membersTexts } from "../../texts/members.ts";
import { MemberActs, type MemberActsProps } from "./member-acts.tsx";
import styles from "./members.module.css";
import { type Movement, useMemberHistory } from "./queries.ts";

/** A member's record as the user's role sees it, what can be done with it, and how their points came about. */
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
      <Facts member={member} />
      <MemberActs {...props} />
      <History memberId={member.id} />
      <Open member={member} />
    </Page>
  );
}

function Facts({ member }: { member: MemberView }) {
  const { t } = useTranslation(membersTexts);
  const { genderId, raceId } = member;
  const hosts = member.hostList.length > 0 && <Hosts member={member} />;
  const facts: [name: string, value: ReactNode][] = [
    [t("fields.points"), formatNumber(member.memberPointAmount)],
    [
      t("fields.tier"),
      t("tierPoints", {
        tier: member.membershipName,
        count: member.currentMemberMembershipPoint,
      }),
    ],
    [t("fields.mobileNumber"), member.number],
    [t("fields.email"), member.email],
    [t("fields.dateOfBirth"), member.dateOfBirth && formatDay(member.dateOfBirth)],
    [t("fields.genderId"), t(genderOf(genderId))],
    [t("fields.raceId"), raceId !== null && t(raceOf(raceId))],
    [t("fields.occupation"), member.occupation],
    [t("fields.outletId"), member.outletName],
    [t("fields.card"), member.memberCode],
    [t("fields.id"), member.id],
    [t("fields.joined"), formatDateTime(member.createdAt)],
    [
      t("fields.signedIn"),
      member.lastLoginAt ? formatDateTime(member.lastLoginAt) : t("neverSignedIn"),
    ],
    [t("fields.hosts"), hosts],
  ];
  return (
    <Section title={t("record")}>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value !== null &&
            value !== false && (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </Fragment>
            ),
        )}
      </dl>
      {!member.isWhole && <p className={styles.when}>{t("masked")}</p>}
    </Section>
  );
}

function Hosts({ member }: { member: MemberView }) {
  const { t } = useTranslation(membersTexts);
  return (
    <ul role="list" className={styles.list}>
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
  const query = useMemberHistory(memberId);
  const sentenceOf = useSentence();
  return (
    <Section title={t("history.title")}>
      <QueryResult
        query={query}
        loading={t("history.loading")}
        failed={t("history.failed")}
        height="12rem"
      >
        {(entries) =>
          entries.length === 0 ? (
            <Empty text={t("history.empty")} />
          ) : (
            <ol role="list" className={styles.list}>
              {entries.map((entry) => (
                <li key={entry.id}>
                  <p>{sentenceOf(entry)}</p>
                  <p className={styles.when}>
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
    </Section>
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

/** What is open: bills without points yet, vouchers, and who looked the member up. */
function Open({ member }: { member: MemberView }) {
  const { t } = useTranslation(membersTexts);
  const { pendingBillList, voucherList, lookupList } = member;
  return (
    <>
      <Section title={t("bills.title")}>
        {pendingBillList.length === 0 && <Empty text={t("bills.empty")} />}
        <ul role="list" className={styles.list}>
          {pendingBillList.map((bill) => (
            <li key={bill.id}>
              <p>
                {t("bills.sentence", {
                  receipt: bill.receiptNumber,
                  amount: formatMoney(senOf(bill.amount)),
                  count: bill.points,
                })}
              </p>
              <p className={styles.when}>{formatDay(bill.businessDay)}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t("vouchers.title")}>
        {voucherList.length === 0 && <Empty text={t("vouchers.empty")} />}
        <ul role="list" className={styles.list}>
          {voucherList.map(({ id, name, expireAt, presentUntil }) => (
            <li key={id}>
              <p>{name}</p>
              <p className={styles.when}>
                <span>{t("vouchers.until", { day: formatLastDay(expireAt) })} </span>
                {presentUntil && (
                  <span>{t("vouchers.shown", { time: formatDateTime(presentUntil) })}</span>
                )}
              </p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t("lookups.title")}>
        {lookupList.length === 0 && <Empty text={t("lookups.empty")} />}
        <ul role="list" className={styles.list}>
          {lookupList.map(({ at, outletName, tillId, tillName, staffName }) => (
            <li key={`${at} ${tillId}`}>
              {[formatDateTime(at), outletName, tillName, staffName].filter(Boolean).join(", ")}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
