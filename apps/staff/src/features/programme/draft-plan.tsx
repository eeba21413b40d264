import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { QueryResult } from "@loyalty/ui/query-result";
import textStyles from "@loyalty/ui/text.module.css";
import { Stack } from "@loyalty/ui/layout";
import { useTranslation } from "react-i18next";

import { fileProblemText } from "../../components/problems.ts";
import { programmeTexts } from "../../texts/office-programme.ts";
import { useChangeSentences, useProgrammeProblem } from "./change-sentences.tsx";
import { OutletFacts } from "./outlet-facts.tsx";
import styles from "./reward.module.css";
import {
  type CurrentProgramme,
  type DraftPlan,
  type ProgrammeProblem,
  type useDraftPlan,
  useProgramme,
} from "./queries.ts";

interface PlanProps {
  query: ReturnType<typeof useDraftPlan>;
  /** Puts the cursor on a line of the file; undefined where nobody types. */
  onLine?: (line: number) => void;
}

export function Plan({ query, onLine }: PlanProps) {
  const { t } = useTranslation(programmeTexts);
  const problemOf = useProgrammeProblem();
  const { data: current } = useProgramme();
  return (
    <Stack aria-label={t("plan")} as="section" gap={3}>
      <h3 className={textStyles.md}>{t("plan")}</h3>
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
                <ul className={styles.sentences}>
                  {questions.map((question) => (
                    <li key={question.message}>
                      {problemOf(question, changes, current?.document)}
                    </li>
                  ))}
                </ul>
              </Alert>
            )}
            {changes.length > 0 && <Changes changes={changes} document={current?.document} />}
            {changes.length === 0 && problems.length === 0 && <p>{t("noChanges")}</p>}
          </>
        )}
      </QueryResult>
    </Stack>
  );
}

interface ChangesProps {
  changes: DraftPlan["changes"];
  document: CurrentProgramme["document"] | undefined;
}

function Changes({ changes, document }: ChangesProps) {
  const sentencesOf = useChangeSentences();
  return (
    <ul className={styles.sentences}>
      {sentencesOf(changes, document, { withFacts: true }).map(({ key, sentences, touches }) => (
        <li key={key}>
          {sentences.map((words) => (
            <p key={words}>{words}</p>
          ))}
          {key.startsWith("outlet ") && (
            <OutletFacts outletId={Number(key.slice("outlet ".length))} />
          )}
          {touches.map((words) => (
            <p key={words} className={textStyles.note}>
              {words}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

interface ProblemsProps {
  problems: readonly ProgrammeProblem[];
  onLine?: ((line: number) => void) | undefined;
}

/** What is wrong with a file; where a user types in it, a line of it is a button that leads there. */
export function Problems({ problems, onLine }: ProblemsProps) {
  const { t } = useTranslation(programmeTexts);
  return (
    <ul className={styles.sentences}>
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
