import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { formatNumber } from "@loyalty/ui/formats";
import { useTexts } from "@loyalty/ui/i18n";
import { QueryResult } from "@loyalty/ui/query-result";

import { ChangesTable } from "../../page/changes-table.tsx";
import { fileProblemText, problemText, recordOf } from "../../page/problems.ts";
import { programmeTexts } from "../../texts/office-programme.ts";
import styles from "./programme.module.css";
import type { DraftPlan, ProgrammeProblem, useDraftPlan } from "./queries.ts";

interface PlanProps {
  query: ReturnType<typeof useDraftPlan>;
  /** Puts the cursor on a line of the file; undefined where nobody types. */
  onLine?: (line: number) => void;
}

/** What a draft would change, as before and after, with what is wrong and what is odd. */
export function Plan({ query, onLine }: PlanProps) {
  const t = useTexts(programmeTexts);
  return (
    <section aria-label={t("plan")} className={styles.part}>
      <h3 className={styles.heading}>{t("plan")}</h3>
      <QueryResult query={query} loading={t("loading")} failed={t("loadFailed")} height="6rem">
        {({ changes, problems, questions }) => (
          <>
            {problems.length > 0 && (
              <Alert kind="error">
                <p>{t("problems")}</p>
                <Problems problems={problems} onLine={onLine} />
              </Alert>
            )}
            {questions.length > 0 && (
              <Alert kind="info">
                <p>{t("questions")}</p>
                <ul className={styles.list}>
                  {questions.map((question) => (
                    <li key={question.message}>{problemText(question)}</li>
                  ))}
                </ul>
              </Alert>
            )}
            {changes.length > 0 && <Changes changes={changes} />}
            {changes.length === 0 && problems.length === 0 && <p>{t("noChanges")}</p>}
          </>
        )}
      </QueryResult>
    </section>
  );
}

function Changes({ changes }: { changes: DraftPlan["changes"] }) {
  const t = useTexts(programmeTexts);
  const shown = useShown();
  const rows = changes.map(({ what, field, before, after, touches }) => ({
    key: `${what} ${field}`,
    what: (
      <>
        <span>{field === "" ? recordOf(what) : `${recordOf(what)} · ${field}`}</span>
        {touches && <span className={styles.touches}>{problemText(touches)}</span>}
      </>
    ),
    before: before === null ? t("isNew") : shown(before),
    // A record that is taken out has no field.
    after: field === "" ? t("isGone") : shown(after),
  }));
  return <ChangesTable rows={rows} />;
}

/** A function that writes a value of the file as people read it. */
function useShown() {
  const t = useTexts(programmeTexts);
  return function shown(value: unknown): string {
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (typeof value === "number") return formatNumber(value);
    if (value === null || value === "") return t("empty");
    if (Array.isArray(value)) return value.length === 0 ? t("empty") : value.map(shown).join(", ");
    return typeof value === "string" ? value : JSON.stringify(value);
  };
}

interface ProblemsProps {
  problems: readonly ProgrammeProblem[];
  onLine?: ((line: number) => void) | undefined;
}

/** What is wrong with a file; where somebody types in it, a line of it is a button that leads there. */
export function Problems({ problems, onLine }: ProblemsProps) {
  const t = useTexts(programmeTexts);
  return (
    <ul className={styles.list}>
      {problems.map((problem) => (
        <li key={`${problem.line} ${problem.message}`}>
          <span>{fileProblemText(problem)} </span>
          {problem.line !== null && onLine && (
            <Button variant="link" onClick={() => onLine(problem.line ?? 0)}>
              {t("goToLine", { line: problem.line })}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
