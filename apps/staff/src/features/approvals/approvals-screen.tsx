import { personOf } from "@loyalty/api-client/rules/records";
import { Stack } from "@loyalty/ui/layout";
import { Button } from "@loyalty/ui/button";
import { formatAge, formatDateTime, formatList } from "@loyalty/ui/formats";
import { QueryResult } from "@loyalty/ui/query-result";
import { Empty } from "@loyalty/ui/states";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { showToast } from "@loyalty/ui/toast";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { QueryTable } from "../../components/desk-table.tsx";
import { ReasonDialog } from "../../components/form-dialog.tsx";
import { MemberLink } from "../../components/member-link.tsx";
import { MoreButton } from "../../components/more-button.tsx";
import { Buttons, Page, Section } from "../../components/page.tsx";
import { problemText } from "../../components/problems.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { approvalsTexts } from "../../texts/approvals.ts";
import { BeforeAfter } from "./before-after.tsx";
import { type Approval, type Decision, useApprovals, useDecide, useDecided } from "./queries.ts";

/** /approvals: what a user proposed, as it is and as it would be, for another person to decide. */
export default function ApprovalsScreen() {
  const { t } = useTranslation(approvalsTexts);
  const query = useApprovals();
  const [deciding, setDeciding] = useState<Deciding | null>(null);

  return (
    <Page title={t("title")}>
      <p>{t("text")}</p>
      <QueryResult query={query} loading={t("loading")} failed={t("loadFailed")} height="16rem">
        {(approvals) =>
          approvals.length === 0 ? (
            <Empty text={t("none")} />
          ) : (
            <Stack as="ul" role="list" gap={4}>
              {approvals.map((approval) => (
                <li key={`${approval.kind} ${approval.id}`}>
                  <Proposal
                    approval={approval}
                    now={query.dataUpdatedAt}
                    onDecide={(verdict) => setDeciding({ approval, verdict })}
                  />
                </li>
              ))}
            </Stack>
          )
        }
      </QueryResult>
      <MoreButton query={query} label={t("more")} />
      <Decided />
      {deciding && <DecisionDialog {...deciding} onClose={() => setDeciding(null)} />}
    </Page>
  );
}

/** What was decided lately, by whom and when. */
function Decided() {
  const { t } = useTranslation(approvalsTexts);
  const query = useDecided();
  const subjectOf = useSubject();
  return (
    <Section title={t("decided.title")}>
      <QueryTable
        name="decided"
        query={query}
        caption={t("decided.title")}
        loading={t("loading")}
        failed={t("loadFailed")}
        empty={t("decided.none")}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        columns={[
          { id: "what", head: t("decided.what"), cell: subjectOf, isTitle: true },
          { id: "why", head: t("decided.why"), cell: ({ reason }) => reason },
          {
            id: "askedBy",
            head: t("decided.askedBy"),
            cell: ({ askedBy, askedAt }) => `${personOf(askedBy)}, ${formatDateTime(askedAt)}`,
          },
          {
            id: "how",
            head: t("decided.how"),
            cell: ({ state, decidedBy, decidedAt }) =>
              t(`decided.${state as "done" | "refused" | "withdrawn"}`, {
                name: personOf(decidedBy ?? ""),
                time: formatDateTime(decidedAt ?? ""),
              }),
          },
        ]}
      />
      <MoreButton query={query} label={t("more")} />
    </Section>
  );
}

interface Deciding {
  approval: Approval;
  verdict: Decision["verdict"];
}

interface ProposalProps {
  approval: Approval;
  /** When the list was fetched, in ms: ages count until then. */
  now: number;
  onDecide: (verdict: Decision["verdict"]) => void;
}

function Proposal({ approval, now, onDecide }: ProposalProps) {
  const { t } = useTranslation(approvalsTexts);
  const { data: me } = useMe();
  const { memberId, whyNot, askedAt } = approval;
  const subject = useSubject()(approval);
  const screen = screenOf(approval);
  const outlet = me?.outlets.find(({ id }) => id === approval.outletId)?.name;
  return (
    <Stack
      as="article"
      gap={3}
      pad={4}
      className={`${surfaceStyles.panel} ${textStyles.wrap}`}
      aria-label={subject}
    >
      <h2 className={textStyles.lg}>
        {memberId === null ? subject : <MemberLink memberId={memberId}>{subject}</MemberLink>}
      </h2>
      {screen === undefined && <BeforeAfter approval={approval} />}
      <p>{t("reason", { reason: approval.reason })}</p>
      <p className={textStyles.note}>
        {[
          t("proposed", {
            name: personOf(approval.askedBy),
            time: formatDateTime(askedAt),
            age: formatAge(askedAt, now),
          }),
          outlet,
        ]
          .filter(Boolean)
          .join(", ")}
      </p>
      {screen !== undefined && (
        <p>
          <Link to={screen}>{t(whyNot === null ? "decideThere" : "readThere")}</Link>
        </p>
      )}
      {whyNot === null ? (
        screen === undefined && (
          <Buttons>
            <Button aria-label={t("approveOf", { subject })} onClick={() => onDecide("approve")}>
              {t("approve")}
            </Button>
            <Button
              variant="outline"
              aria-label={t("refuseOf", { subject })}
              onClick={() => onDecide("refuse")}
            >
              {t("refuse")}
            </Button>
          </Buttons>
        )
      ) : (
        <p>{problemText(whyNot)}</p>
      )}
      {approval.isOwn && hasPermission(me, "POST /staff/approval/{approval_id}/withdraw") && (
        <Buttons>
          <Button
            variant="outline"
            aria-label={t("withdrawOf", { subject })}
            onClick={() => onDecide("withdraw")}
          >
            {t("withdraw")}
          </Button>
        </Buttons>
      )}
    </Stack>
  );
}

/** Where a proposal is read and decided that is not decided here. */
const screenOf = ({ kind, subjectId }: Approval) => {
  if (kind === "programme") return `/programme?draft=${subjectId}`;
  return kind === "broadcast" ? `/broadcasts?id=${subjectId}` : undefined;
};

/** More things are counted. */
const MAX_NAMED = 3;

/** A function that says what is proposed, and about whom: "Correct the record: Aisyah Rahman". */
function useSubject() {
  const { t } = useTranslation(approvalsTexts);
  return ({ kind, memberId, memberName, person, things }: Approval) => {
    if (kind === "programme" && things.length === 0) return t("rules");
    if (kind === "programme" && things.length > MAX_NAMED)
      return t("things", { count: things.length });
    const about = things.length > 0 ? formatList(things) : (person?.name ?? memberName);
    return t(`kinds.${kind}`, { name: about ?? t("member", { id: memberId ?? 0 }) });
  };
}

function DecisionDialog({ approval, verdict, onClose }: Deciding & { onClose: () => void }) {
  const { t } = useTranslation(approvalsTexts);
  const subjectOf = useSubject();
  const decide = useDecide();
  const { id } = approval;
  return (
    <ReasonDialog
      optional={verdict !== "refuse"}
      title={t(`question.${verdict}`)}
      text={subjectOf(approval)}
      confirmLabel={t(verdict)}
      failed={t("failed")}
      onConfirm={async ({ reason }) => {
        await decide.mutateAsync({ id, verdict, reason });
        showToast("success", t(`done.${verdict}`, { subject: subjectOf(approval) }), 8);
      }}
      onClose={onClose}
    >
      <BeforeAfter approval={approval} />
    </ReasonDialog>
  );
}
