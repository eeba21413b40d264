import { personOf } from "@loyalty/api-client/rules/records";
import { formatDateTime, formatDay } from "@loyalty/ui/formats";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { programmeTexts } from "../../texts/office-programme.ts";
import { rewardsTexts } from "../../texts/office-rewards.ts";
import { useChangeSentences } from "./change-sentences.tsx";
import styles from "./reward.module.css";
import type { CurrentProgramme, DraftSummary } from "./queries.ts";

/** The state of a draft that is not finished. */
export const stateOf = ({ state }: Pick<DraftSummary, "state">) =>
  state as "open" | "waiting" | "approved";

interface DraftNoteProps {
  draft: DraftSummary;
  /** With it the note says what the draft changes. */
  document?: CurrentProgramme["document"];
}

/** A draft beside a form: what it changes, who asked for approval, who approves it, and the way to it. */
export function DraftNote({ draft, document }: DraftNoteProps) {
  const { t } = useTranslation(rewardsTexts);
  const { t: ofDraft } = useTranslation(programmeTexts);
  const sentencesOf = useChangeSentences();
  const state = stateOf(draft);
  return (
    <>
      {document && (
        <ul className={styles.sentences}>
          {sentencesOf(draft.changes, document).flatMap(({ key, sentences }) =>
            sentences.map((words) => <li key={`${key} ${words}`}>{words}</li>),
          )}
        </ul>
      )}
      <p>
        {state === "open"
          ? ofDraft("draftOf", { id: draft.id, name: personOf(draft.savedBy) })
          : t(`waits.${state}`, {
              name: personOf(draft.submittedBy ?? draft.begunBy),
              time: formatDateTime(draft.submittedAt ?? draft.savedAt),
              day: draft.effectiveOn === null ? "" : formatDay(draft.effectiveOn),
            })}
      </p>
      {document && state === "waiting" && <p>{t("approver")}</p>}
      <p>
        <Link to={`/programme?draft=${draft.id}`}>{t("waits.open")}</Link>
      </p>
    </>
  );
}
