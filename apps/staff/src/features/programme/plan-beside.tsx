import { formatDateTime } from "@loyalty/ui/formats";
import textStyles from "@loyalty/ui/text.module.css";
import { Stack } from "@loyalty/ui/layout";
import { useTranslation } from "react-i18next";

import { programmeTexts } from "../../texts/office-programme.ts";
import { rewardsTexts } from "../../texts/office-rewards.ts";
import { useChangeSentences, useProgrammeProblem } from "./change-sentences.tsx";
import type { CurrentProgramme, DraftPlan } from "./queries.ts";
import styles from "./reward.module.css";

interface PlanBesideProps {
  plan: DraftPlan | undefined;
  isPending: boolean;
  /** A photograph is chosen and not sent yet. */
  hasPicture?: boolean;
  document: CurrentProgramme["document"];
}

/** What is typed would change, in sentences: whom it affects, what looks like a mistake, who will be notified. */
export function PlanBeside({ plan, isPending, hasPicture = false, document }: PlanBesideProps) {
  const { t } = useTranslation(rewardsTexts);
  const sentencesOf = useChangeSentences();
  const problemOf = useProgrammeProblem();
  if (plan === undefined) return <p className={textStyles.fine}>{t("plan.loading")}</p>;
  const things = sentencesOf(plan.changes, document);
  const isEmpty = things.length === 0 && plan.problems.length === 0 && !hasPicture;
  return (
    <Stack aria-live="polite" aria-busy={isPending} gap={2} className={textStyles.sm}>
      {isEmpty && <p className={textStyles.fine}>{t("plan.none")}</p>}
      <ul className={styles.sentences}>
        {things.flatMap(({ key, sentences, touches }) =>
          [...sentences, ...touches].map((words) => <li key={`${key} ${words}`}>{words}</li>),
        )}
        {hasPicture && <li>{t("plan.picture")}</li>}
        {plan.problems.map((problem) => (
          <li key={problem.message} data-kind="wrong">
            {problemOf(problem, plan.changes, document)}
          </li>
        ))}
        {plan.questions.map((question) => (
          <li key={question.message} data-kind="odd">
            {problemOf(question, plan.changes, document)}
          </li>
        ))}
      </ul>
      <Announcements plan={plan} />
    </Stack>
  );
}

/** Which rewards members will be notified of, how many members, and when. */
export function Announcements({ plan }: { plan: DraftPlan }) {
  const { t } = useTranslation(programmeTexts);
  const { announcements, recipientCount: count } = plan;
  return announcements.map(({ title, at }) => (
    <p key={title}>
      {at === null
        ? t("announcedNow", { title, count })
        : t("announcedAt", { title, count, time: formatDateTime(at) })}
    </p>
  ));
}
