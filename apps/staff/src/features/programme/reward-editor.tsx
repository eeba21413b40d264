import { ApiError, messageOf } from "@loyalty/api-client/errors";
import { Stack } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { useUnsavedChanges } from "@loyalty/ui/unsaved-changes";
import { formatTime } from "@loyalty/ui/formats";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { showToast } from "@loyalty/ui/toast";
import { useEffect, useRef, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { Chip } from "../../components/chip.tsx";
import { type Conflict, ConflictAlert, conflictOf } from "../../components/conflict-alert.tsx";
import { problemText } from "../../components/problems.ts";
import { inBase64, useUploadImage } from "../../queries/images.ts";
import { useRefetchForm } from "../../queries/queries.ts";
import { Columns } from "../../components/page.tsx";
import { SaveBar } from "../../components/save-bar.tsx";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { rewardsTexts } from "../../texts/office-rewards.ts";
import { AskDialog } from "./ask-dialog.tsx";
import { DraftNote, stateOf } from "./draft-note.tsx";
import { DecisionDialog } from "./draft-state.tsx";
import {
  type CurrentProgramme,
  type DraftPlan,
  useSaveChanges,
  usePlanOf,
  type WholeDraft,
  wholeDraftOptions,
} from "./queries.ts";
import { useProgrammeProblem } from "./change-sentences.tsx";
import { PlanBeside } from "./plan-beside.tsx";
import { Card, RewardFields } from "./reward-fields.tsx";
import {
  changesOf,
  formOf,
  missingLanguages,
  newReward,
  type ProgrammeReward,
  type RewardForm,
} from "./reward-form.ts";
import { type CroppedPicture, jpegOf } from "./reward-picture.ts";
import { RewardPreview } from "./reward-preview.tsx";
import styles from "./reward.module.css";
import { rewardsOf } from "./listed-rewards.ts";

interface RewardEditorProps {
  current: CurrentProgramme;
  /** The reward as it is; null for a new one. */
  inForce: ProgrammeReward | null;
  /** The reward as its draft has it, else as it is. */
  wanted: ProgrammeReward | null;
  first: WholeDraft | null;
}

/** The form of a reward: it is saved into a draft, for which another person's approval is asked. */
export function RewardEditor({ current, inForce, wanted, first }: RewardEditorProps) {
  const { t } = useTranslation(rewardsTexts);
  const navigate = useNavigate();
  const { data: me } = useMe();
  const [draft, setDraft] = useState(first);
  const [picture, setPicture] = useState<CroppedPicture | null>(null);
  const [problem, setProblem] = useState("");
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [dialog, setDialog] = useState<"ask" | "discard" | null>(null);
  const form = useForm<RewardForm>({ defaultValues: wanted ? formOf(wanted) : newReward() });
  const typed = useWatch({ control: form.control }) as RewardForm;
  const upload = useUploadImage();
  const keep = useSaveChanges();
  const readAgain = useRefetchForm(wholeDraftOptions(draft?.id ?? 0));
  // A second tap can come before the buttons know that the first is under way.
  const isSending = useRef(false);
  const fields = useRef<HTMLFieldSetElement>(null);
  const [shownWrong, setShownWrong] = useState(0);
  useEffect(() => {
    if (shownWrong > 0) {
      fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  }, [shownWrong]);
  const isDirty = form.formState.isDirty || picture !== null;
  const isOpen = draft === null || draft.state === "open";
  useUnsavedChanges(isDirty);

  const changes = changesOf(typed, inForce);
  const rewardId = wanted?.id ?? null;
  const isTouched = isDirty || draft !== null;
  const { plan, isCurrent } = usePlanOf(
    isTouched ? { rewards: [{ ...(inForce && { id: inForce.id }), ...changes }] } : null,
  );
  const problemOf = useProgrammeProblem();
  const notes = notesOf(plan.data, (problem) => problemOf(problem, plan.data?.changes ?? []));

  /** Saves what is typed as a draft, and returns the draft; `over` is the revision of another user's that it replaces. */
  const save = async (over?: number): Promise<WholeDraft> => {
    let image = typed.image;
    if (picture) {
      const file = await inBase64(await jpegOf(picture));
      image = (await upload.mutateAsync({ fileName: picture.fileName, file })).image;
    }
    const own = changesOf({ ...typed, image }, inForce);
    // What the draft has of other rewards stays.
    const base = over === undefined ? draft : await readAgain();
    const kept = await keep.mutateAsync({
      draft: base && { id: base.id, revision: base.revision },
      changes: { rewards: [{ ...(rewardId !== null && { id: rewardId }), ...own }] },
      ...(base && { document: withReward(base, rewardId, inForce, own) }),
    });
    setDraft(kept);
    setPicture(null);
    setConflict(null);
    form.reset({ ...typed, image });
    return kept;
  };

  const refused = (error: unknown): boolean => {
    const meanwhile = conflictOf(error);
    if (meanwhile) setConflict(meanwhile);
    else setProblem(messageOf(error, t("saveFailed")));
    return meanwhile !== null || !(error instanceof ApiError);
  };

  const saveOnly = async (over?: number) => {
    if (isSending.current) return;
    isSending.current = true;
    setProblem("");
    try {
      const kept = await save(over);
      showToast("success", t("saved"), 5);
      const id = rewardId ?? newIn(kept);
      if (rewardId === null) void navigate(`/rewards/${id}`, { replace: true });
    } catch (error) {
      refused(error);
    } finally {
      isSending.current = false;
    }
  };

  const isBusy = keep.isPending || upload.isPending;
  const mayAsk = hasPermission(me, "PUT /staff/programme/draft/{draft_id}/state");
  const isWrong = isCurrent && plan.data!.problems.length > 0;
  const isSame = isCurrent && plan.data!.changes.length === 0 && picture === null;
  const title = typed.words.en.title.trim() || t(inForce || draft ? "noTitle" : "new");
  const missing = missingLanguages({
    translations: (changes.translations ??
      inForce?.translations ??
      {}) as ProgrammeReward["translations"],
  });
  return (
    <FormProvider {...form}>
      <SaveBar
        back={{ to: "/rewards", label: t("title") }}
        title={title}
        state={
          draft && (
            <Chip kind={isOpen ? "info" : "wait"}>
              {isOpen
                ? t("savedAt", { time: formatTime(draft.savedAt) })
                : t(`state.${stateOf(draft)}`)}
            </Chip>
          )
        }
      >
        {isOpen && (
          <>
            {(draft || isDirty) && (
              <Button
                variant="ghost"
                disabled={isBusy}
                onClick={() => {
                  if (draft) setDialog("discard");
                  else {
                    form.reset();
                    setPicture(null);
                  }
                }}
              >
                {t("discard")}
              </Button>
            )}
            <Button
              variant="outline"
              disabled={!isDirty}
              busy={isBusy}
              onClick={() => void saveOnly()}
            >
              {t("save")}
            </Button>
            {mayAsk && (
              <Button
                disabled={!isTouched || (isSame && !isWrong)}
                onClick={() => (isWrong ? setShownWrong(shownWrong + 1) : setDialog("ask"))}
              >
                {t("askFor")}
              </Button>
            )}
          </>
        )}
      </SaveBar>
      <div className={styles.page}>
        <Columns>
          <Stack
            as="fieldset"
            ref={fields}
            gap={4}
            disabled={!isOpen}
            className={surfaceStyles.plain}
            aria-label={title}
          >
            {draft && !isOpen && (
              <Alert kind="info">
                <DraftNote draft={draft} />
              </Alert>
            )}
            {problem && <Alert kind="error">{problem}</Alert>}
            {conflict && (
              <ConflictAlert
                conflict={conflict}
                isBusy={isBusy}
                onMine={(revision) => void saveOnly(revision)}
                onTheirs={() => {
                  setConflict(null);
                  void readAgain().then((theirs) => {
                    const reward = rewardsOf(theirs).find(({ id }) => id === rewardId);
                    setDraft(theirs);
                    if (reward) form.reset(formOf(reward));
                  });
                }}
              />
            )}
            <RewardFields
              programme={current.document}
              notes={{ ...notes, isAsked: shownWrong > 0 }}
              picture={picture}
              onPicture={setPicture}
              isClaimed={
                inForce !== null &&
                (current.claimList.find(({ id }) => id === inForce.id)?.claimed ?? 0) > 0
              }
            />
          </Stack>
          <Stack as="aside" gap={4} className={styles.beside}>
            <RewardPreview
              form={typed}
              picture={picture}
              tierNames={
                new Map(current.document.tiers.map(({ level, name }) => [String(level), name]))
              }
            />
            <Card title={t("plan.title")}>
              {isTouched ? (
                <PlanBeside
                  plan={plan.data}
                  isPending={!isCurrent}
                  hasPicture={picture !== null}
                  document={current.document}
                />
              ) : (
                <p className={textStyles.fine}>{t("plan.none")}</p>
              )}
            </Card>
            {missing.length > 0 && isTouched && (
              <Alert kind="info">{t("what.missingNote", { count: missing.length })}</Alert>
            )}
            <p className={textStyles.fine}>{t("approver")}</p>
          </Stack>
        </Columns>
      </div>
      {dialog === "ask" && (
        <AskDialog
          draft={async () => (isDirty || draft === null ? save() : draft)}
          hasDay={inForce === null}
          onRefused={(error) => conflictOf(error) !== null && refused(error)}
          onAsked={() => void navigate("/rewards")}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "discard" && draft && (
        <DecisionDialog
          draft={draft}
          act="withdraw"
          onDone={() => void navigate("/rewards")}
          onClose={() => setDialog(null)}
        />
      )}
    </FormProvider>
  );
}

function withReward(
  draft: WholeDraft,
  rewardId: number | null,
  inForce: ProgrammeReward | null,
  own: Partial<ProgrammeReward>,
): Record<string, unknown> {
  const rewards = rewardsOf(draft).map((each) =>
    each.id === rewardId ? { ...each, ...inForce, ...own, id: each.id } : each,
  );
  return { ...draft.document, rewards };
}

function newIn(draft: WholeDraft): number {
  const { what = "" } = draft.changes.find(({ what: each }) => each.startsWith("reward ")) ?? {};
  return Number(what.replace("reward ", ""));
}

/** What is said of a field below it: what is wrong with it, else whom its change affects. */
function notesOf(
  plan: DraftPlan | undefined,
  problemOf: (problem: DraftPlan["problems"][number]) => string,
) {
  const wrong = (field: string) => {
    const found = plan?.problems.find(({ path }) => path.includes(field));
    return found && problemOf(found);
  };
  const affects = (field: string) => {
    const touches = plan?.changes.find((change) => change.field === field)?.touches;
    return touches ? problemText(touches) : undefined;
  };
  return { wrong, affects };
}
