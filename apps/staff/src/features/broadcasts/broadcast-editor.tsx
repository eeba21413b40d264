import { valibotResolver } from "@hookform/resolvers/valibot";
import { ApiError, messageOf } from "@loyalty/api-client/errors";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { formatList } from "@loyalty/ui/formats";
import { isLanguage, type LanguageCode } from "@loyalty/ui/languages";
import { Stack } from "@loyalty/ui/layout";
import { showToast } from "@loyalty/ui/toast";
import { useUnsavedChanges } from "@loyalty/ui/unsaved-changes";
import { type ReactNode, useEffect, useRef, useState } from "react";
import {
  type FieldErrors,
  type FieldPath,
  FormProvider,
  type Resolver,
  useForm,
  useWatch,
} from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { type Conflict, ConflictAlert, conflictOf } from "../../components/conflict-alert.tsx";
import { Buttons } from "../../components/page.tsx";
import { problemText } from "../../components/problems.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { broadcastsTexts } from "../../texts/broadcasts.ts";
import { SegmentFields, SendingFields, WordFields } from "./broadcast-fields.tsx";
import {
  broadcastRule,
  type BroadcastValues,
  contentOf,
  missingIn,
  spokenIn,
  valuesOf,
  writtenIn,
} from "./broadcast-form.ts";
import { KeptWords, languageName, Preview } from "./broadcast-preview.tsx";
import { DecisionDialog } from "./broadcast-state.tsx";
import {
  type Broadcast,
  type BroadcastContent,
  useReadBroadcastAgain,
  useSaveBroadcast,
} from "./queries.ts";
import { TestDialog } from "./test-dialog.tsx";

interface BroadcastEditorProps {
  /** What is saved; null: nothing yet. */
  first: Broadcast | null;
  /** What a new one begins with. */
  from?: BroadcastValues;
  /** What was typed before what somebody else saved was taken. */
  kept?: BroadcastValues | null;
  onKeep?: (typed: BroadcastValues | null) => void;
  children?: ReactNode;
}

/** A broadcast that is being written: its form, whom it reaches, a test, its submission. */
export function BroadcastEditor({ first, from, kept, onKeep, children }: BroadcastEditorProps) {
  const { t } = useTranslation(broadcastsTexts);
  const { data: me } = useMe();
  const navigate = useNavigate();
  // What the form was made of: what the server has is not put into it while somebody types.
  const [saved, setSaved] = useState(first);
  const [language, setLanguage] = useState<LanguageCode>("en");
  const [problem, setProblem] = useState("");
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** It is not being written any more: another person has submitted or withdrawn it. */
  const [isOver, setOver] = useState(false);
  const [previewed, setPreviewed] = useState<BroadcastContent | null>(
    first && contentOf(valuesOf(first)),
  );
  const [dialog, setDialog] = useState<"test" | "submit" | "withdraw" | null>(null);
  const form = useForm<BroadcastValues>({
    defaultValues: valuesOf(first),
    resolver: valibotResolver(broadcastRule(t)) as unknown as Resolver<BroadcastValues>,
  });
  const { isDirty } = form.formState;
  const values = useWatch({ control: form.control }) as BroadcastValues;
  const save = useSaveBroadcast();
  const readAgain = useReadBroadcastAgain();
  // A second tap can come before the buttons know that the first is under way.
  const isSending = useRef(false);
  useEffect(() => {
    isSending.current = false;
  }, [saved]);
  useUnsavedChanges(isDirty);
  const { reset } = form;
  useEffect(() => {
    if (from) reset(from, { keepDefaultValues: true });
  }, [from, reset]);
  // A new one gets its address when it is saved and nobody is asked about unsaved words.
  const isBegun = first === null && saved !== null && !isDirty;
  useEffect(() => {
    if (isBegun) void navigate(`?id=${saved.id}`, { replace: true });
  }, [isBegun, navigate, saved?.id]);

  const show = (now: Broadcast) => {
    setSaved(now);
    setConflict(null);
    setProblem("");
    setPreviewed(contentOf(valuesOf(now)));
    form.reset(valuesOf(now));
  };
  /** Marks the languages that have no words yet, and shows the first of them. */
  const markMissing = (codes: readonly string[]) => {
    const missing = codes.filter(isLanguage);
    for (const code of missing) {
      form.setError(`texts.${code}.title`, { message: t("needed") });
    }
    if (missing[0]) setLanguage(missing[0]);
    setProblem(t("missing", { languages: formatList(missing.map(languageName)) }));
  };
  /** Says why something was refused, and where; returns whether the form shows that. What is typed stays. */
  const refused = (error: unknown): boolean => {
    const { code, params, fields } =
      error instanceof ApiError ? error : { code: null, params: {}, fields: {} };
    const meanwhile = conflictOf(error);
    if (meanwhile) {
      setConflict(meanwhile);
      return true;
    }
    if (code === "missing_languages") {
      markMissing(params["languages"] as string[]);
      return true;
    }
    if (code === "send_time_passed") form.setError("sendAt", { message: t("sendAtPassed") });
    setOver(code === "broadcast_not_open");
    setProblem(messageOf(error, t("saveFailed")));
    for (const [place, [problem]] of Object.entries(fields)) {
      form.setError(placeOf(place), { message: problem && problemText(problem) });
    }
    return code === "broadcast_not_open" || code === "send_time_passed";
  };
  /** Passes what is typed to `use`, once nothing is wrong with it; else shows the first mistake. */
  const withTyped = (use: (typed: BroadcastValues) => Promise<void> | void) =>
    form.handleSubmit(
      async (typed) => {
        setProblem("");
        if (writtenIn(typed).length > 0) return use(typed);
        isSending.current = false;
        const [needed = "en"] = spokenIn(typed);
        setLanguage(needed);
        form.setError(
          `texts.${needed}.title`,
          { message: t("wordsMissing") },
          { shouldFocus: true },
        );
      },
      (errors) => {
        isSending.current = false;
        setProblem(t("invalid"));
        setLanguage((shown) => firstMistake(errors, shown));
      },
    )();
  const send = async (revision: number) => {
    if (isSending.current) return;
    isSending.current = true;
    await withTyped(async (typed) => {
      const of = saved && { id: saved.id, revision };
      show(await save.mutateAsync({ of, content: contentOf(typed) }));
      onKeep?.(null);
      showToast("success", t("saved"), 5);
    }).catch((error: unknown) => {
      isSending.current = false;
      refused(error);
    });
  };
  const takeTheirs = async () => {
    if (saved === null) return;
    try {
      const theirs = await readAgain(saved.id);
      onKeep?.(form.getValues());
      show(theirs);
    } catch (error) {
      setProblem(messageOf(error, t("loadFailed")));
    }
  };
  const submit = () => {
    const missing = missingIn(form.getValues());
    if (missing.length > 0) markMissing(missing);
    else setDialog("submit");
  };

  const isPreviewed =
    previewed !== null && JSON.stringify(previewed) === JSON.stringify(contentOf(values));
  const isSaved = saved !== null && !isDirty;
  // A new one is tested and submitted on its own page, which takes the place of this one and of its dialogs.
  const isReady = isSaved && first !== null;
  return (
    <>
      {children}
      <FormProvider {...form}>
        <Stack
          as="form"
          noValidate
          gap={6}
          aria-label={t("message")}
          onSubmit={(event) => {
            event.preventDefault();
            void send(saved?.revision ?? 0);
          }}
        >
          <SegmentFields />
          <WordFields language={language} onLanguage={setLanguage} />
          <SendingFields />
          {problem && (
            <Alert kind="error">
              <p>{problem}</p>
              {isOver && (
                <Button variant="outline" onClick={() => void takeTheirs()}>
                  {t("asItIs")}
                </Button>
              )}
            </Alert>
          )}
          {conflict && (
            <ConflictAlert
              conflict={conflict}
              keepsMine
              isBusy={save.isPending}
              onMine={(revision) => void send(revision)}
              onTheirs={() => void takeTheirs()}
            />
          )}
          <Buttons>
            <Button type="submit" disabled={isSaved} busy={save.isPending}>
              {t("save")}
            </Button>
            {!isPreviewed && (
              <Button
                variant="outline"
                onClick={() => void withTyped((typed) => setPreviewed(contentOf(typed)))}
              >
                {t("count")}
              </Button>
            )}
            {isReady && hasPermission(me, "POST /staff/broadcast/{broadcast_id}/test") && (
              <Button variant="outline" onClick={() => setDialog("test")}>
                {t("test")}
              </Button>
            )}
            {isReady && hasPermission(me, "PUT /staff/broadcast/{broadcast_id}/state") && (
              <Button variant="soft" onClick={submit}>
                {t("submit")}
              </Button>
            )}
            {isReady && hasPermission(me, "PUT /staff/broadcast/{broadcast_id}/state") && (
              <Button variant="danger" onClick={() => setDialog("withdraw")}>
                {t("withdraw")}
              </Button>
            )}
          </Buttons>
          {!isSaved && <p>{t("saveFirst")}</p>}
        </Stack>
      </FormProvider>
      {kept && (
        <KeptWords kept={kept}>
          <Buttons>
            <Button
              variant="outline"
              onClick={() => {
                reset(kept, { keepDefaultValues: true });
                onKeep?.(null);
              }}
            >
              {t("putBack")}
            </Button>
          </Buttons>
        </KeptWords>
      )}
      {isPreviewed && <Preview content={previewed} />}
      {dialog === "test" && saved && (
        <TestDialog
          broadcastId={saved.id}
          languages={writtenIn(values)}
          onClose={() => setDialog(null)}
        />
      )}
      {(dialog === "submit" || dialog === "withdraw") && saved && (
        <DecisionDialog
          broadcast={saved}
          act={dialog}
          onRefused={refused}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

/** The field of the form that a place of the request is: `texts.ms.value.title` is `texts.ms.title`. */
const placeOf = (place: string) =>
  place
    .replace(/^(segment\.)/, "")
    .replace(/^texts\.(\w+)\.(value|key)\./, "texts.$1.") as FieldPath<BroadcastValues>;

/** The language of the first mistake in the words; where there is none, the one that is shown. */
function firstMistake({ texts }: FieldErrors<BroadcastValues>, shown: LanguageCode): LanguageCode {
  if (texts?.[shown]) return shown;
  return Object.keys(texts ?? {}).find(isLanguage) ?? shown;
}
