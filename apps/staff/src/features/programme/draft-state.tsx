import { ApiError, messageOf } from "@loyalty/api-client/errors";
import { serverNow } from "@loyalty/api-client/http";
import { malaysianDate } from "@loyalty/api-client/rules/calendar";
import { personOf } from "@loyalty/api-client/rules/records";
import { Button } from "@loyalty/ui/button";
import { formatDateTime, formatDay } from "@loyalty/ui/formats";
import textStyles from "@loyalty/ui/text.module.css";
import { showToast } from "@loyalty/ui/toast";
import { Stack } from "@loyalty/ui/layout";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { ReasonDialog } from "../../components/form-dialog.tsx";
import { Buttons } from "../../components/page.tsx";
import { fileProblemText } from "../../components/problems.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { programmeTexts } from "../../texts/office-programme.ts";
import { Plan } from "./draft-plan.tsx";
import { Announcements } from "./plan-beside.tsx";
import { type DraftPlan, type DraftSummary, useDecideDraft, useDraftPlan } from "./queries.ts";

type StateName = "open" | "waiting" | "approved" | "applied" | "refused" | "withdrawn" | "failed";

export function useStateOf() {
  const { t } = useTranslation(programmeTexts);
  return (draft: DraftSummary): string => {
    const state = draft.state as StateName;
    return t(`states.${state}`, {
      day: formatDay(draft.effectiveOn ?? ""),
      version: draft.versionId ?? "",
      name: personOf(draft.withdrawnBy ?? draft.decidedBy ?? ""),
      reason: draft.withdrawal ?? draft.decision ?? "",
      problem: draft.problem ? fileProblemText(draft.problem) : "",
    });
  };
}

function useWhen() {
  const { t } = useTranslation(programmeTexts);
  return ({ effectiveOn }: DraftSummary, plan?: DraftPlan) => {
    if (effectiveOn !== null) return t("fromDay", { day: formatDay(effectiveOn) });
    const starts = plan && startOf(plan);
    return starts ? t("fromStart", { day: formatDay(starts) }) : t("fromApproval");
  };
}

/** The first day of the rewards that are all that a plan changes, where none of them has started yet. */
function startOf({ changes }: DraftPlan): string | undefined {
  const starts = changes.flatMap(({ field, after }) =>
    field === "starts" && typeof after === "string" ? [after.slice(0, "2026-12-01".length)] : [],
  );
  const things = new Set(changes.map(({ what }) => what));
  const [first] = starts.toSorted();
  const isLater = first !== undefined && first > malaysianDate(serverNow());
  return isLater && starts.length === things.size ? first : undefined;
}

export function DraftFacts({ draft }: { draft: DraftSummary }) {
  const { t } = useTranslation(programmeTexts);
  const stateOf = useStateOf();
  return (
    <div>
      <p className={textStyles.strong}>{stateOf(draft)}</p>
      <p className={textStyles.note}>
        {t("begunBy", {
          id: draft.id,
          version: draft.madeFrom,
          name: personOf(draft.begunBy),
          time: formatDateTime(draft.begunAt),
        })}
      </p>
      <p className={textStyles.note}>
        {t("savedBy", { name: personOf(draft.savedBy), time: formatDateTime(draft.savedAt) })}
      </p>
    </div>
  );
}

/** A draft that waits for another person, or for its day. `children`: what else can be done with it. */
export function DecidedDraft({ draft, children }: { draft: DraftSummary; children: ReactNode }) {
  const { t } = useTranslation(programmeTexts);
  const { data: me } = useMe();
  const plan = useDraftPlan(draft.id, draft.revision);
  const when = useWhen();
  const [act, setAct] = useState<DecisionAct | null>(null);
  const isOwn = draft.submittedBy?.endsWith(` via staff:${me?.id}`) === true;
  const isWaiting = draft.state === "waiting";
  const mayApprove = isWaiting && hasPermission(me, DECIDE);
  return (
    <Stack gap={3}>
      <DraftFacts draft={draft} />
      {draft.submittedBy !== null && draft.submittedAt !== null && (
        <p>
          {t("submittedBy", {
            name: personOf(draft.submittedBy),
            time: formatDateTime(draft.submittedAt),
            reason: draft.reason ?? "",
          })}
        </p>
      )}
      {draft.decidedBy !== null && draft.decidedAt !== null && (
        <p>
          {t("approvedOn", {
            name: personOf(draft.decidedBy),
            time: formatDateTime(draft.decidedAt),
            reason: draft.decision ?? "",
          })}
        </p>
      )}
      <p>{when(draft, plan.data)}</p>
      <Plan query={plan} />
      {mayApprove && isOwn && <p>{t("own")}</p>}
      <Buttons>
        {mayApprove && !isOwn && (
          <Button
            disabled={!plan.data || plan.data.problems.length > 0}
            onClick={() => setAct("approve")}
          >
            {t("approve")}
          </Button>
        )}
        {isWaiting && !isOwn && hasPermission(me, DECIDE) && (
          <Button variant="outline" onClick={() => setAct("refuse")}>
            {t("refuse")}
          </Button>
        )}
        {(isOwn || !isWaiting) &&
          hasPermission(me, "PUT /staff/programme/draft/{draft_id}/state") && (
            <Button variant="danger" onClick={() => setAct("withdraw")}>
              {t("withdraw")}
            </Button>
          )}
        {children}
      </Buttons>
      {act && (
        <DecisionDialog draft={draft} plan={plan.data} act={act} onClose={() => setAct(null)}>
          {act === "approve" && plan.data && <Announcements plan={plan.data} />}
        </DecisionDialog>
      )}
    </Stack>
  );
}

const DECIDE = "POST /staff/approval/{approval_id}/decision";

const CONFLICT_CODES = ["decided", "draft_finished"];

type DecisionAct = "approve" | "refuse" | "withdraw";

interface DecisionDialogProps {
  draft: DraftSummary;
  plan?: DraftPlan | undefined;
  act: DecisionAct;
  onDone?: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks why, and approves, refuses or withdraws. */
export function DecisionDialog({
  draft,
  plan,
  act,
  onDone,
  onClose,
  children,
}: DecisionDialogProps) {
  const { t } = useTranslation(programmeTexts);
  const decide = useDecideDraft();
  const when = useWhen();
  const wordsOf = (now: DraftSummary) => {
    if (act === "refuse") return t("refused");
    if (act === "withdraw") return t("withdrawn");
    return now.versionId === null
      ? t("planned", { day: formatDay(now.effectiveOn ?? "") })
      : t("done", { version: now.versionId });
  };
  return (
    <ReasonDialog
      title={t(`${act}Title`)}
      text={t(`${act}Text`, { when: when(draft, plan) })}
      confirmLabel={t(act)}
      danger={act === "withdraw"}
      usual={[t(`usual.${act}`)]}
      failed={t("decideFailed")}
      onConfirm={async ({ reason }) => {
        try {
          showToast("success", wordsOf(await decide.mutateAsync({ draft, reason, act })), 8);
          onDone?.();
        } catch (error) {
          // A user was quicker: the section shows by now how the draft stands, and this dialog went with it.
          if (error instanceof ApiError && CONFLICT_CODES.includes(error.code ?? "")) {
            showToast("error", messageOf(error, t("decideFailed")), 8);
          }
          throw error;
        }
      }}
      onClose={onClose}
    >
      {children}
    </ReasonDialog>
  );
}
