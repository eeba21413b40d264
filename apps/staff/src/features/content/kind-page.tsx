import { valibotResolver } from "@hookform/resolvers/valibot";
import { ApiError, messageOf } from "@loyalty/api-client/errors";
import { personOf } from "@loyalty/api-client/rules/records";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { ConfirmDialog } from "@loyalty/ui/dialog";
import { formatDateTime, formatNumber } from "@loyalty/ui/formats";
import { type LanguageCode, LANGUAGES } from "@loyalty/ui/languages";
import { QueryResult } from "@loyalty/ui/query-result";
import { Tabs } from "@loyalty/ui/tabs";
import { showToast } from "@loyalty/ui/toast";
import { useUnsavedChanges } from "@loyalty/ui/unsaved-changes";
import { Stack } from "@loyalty/ui/layout";
import { useEffect, useId, useRef, useState } from "react";
import { FormProvider, type Resolver, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { type Conflict, ConflictAlert, conflictOf } from "../../components/conflict-alert.tsx";
import { ReasonDialog } from "../../components/form-dialog.tsx";
import { Chip } from "../../components/chip.tsx";
import { Buttons } from "../../components/page.tsx";
import pageStyles from "../../components/page.module.css";
import { SaveBar } from "../../components/save-bar.tsx";
import { problemText } from "../../components/problems.ts";
import { useIsUploading } from "../../queries/images.ts";
import { useRefetchForm } from "../../queries/queries.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { contentTexts } from "../../texts/content.ts";
import { BulkPricesDialog } from "./bulk-prices-dialog.tsx";
import { ContentPreview } from "./content-preview.tsx";
import { EditedLanguage } from "./entry-words.ts";
import { useNewEntry } from "./new-entries.tsx";
import {
  type ContentDocument,
  type EditedContent,
  editedContent,
  useDiscardContent,
  useEditedContent,
  usePublishContent,
  useSaveContent,
} from "./queries.ts";
import { RecordFields } from "./shape-fields.tsx";
import {
  countChanges,
  countMissing,
  filledRecord,
  type KindName,
  KINDS,
  onlyList,
  recordRule,
} from "./shapes.ts";
import { Versions } from "./versions.tsx";

/** A kind of content: its form, the preview, its publication and its versions. */
export function KindPage({ kind }: { kind: KindName }) {
  const { t } = useTranslation(contentTexts);
  const query = useEditedContent(kind);
  return (
    <QueryResult query={query} loading={t("loading")} failed={t("loadFailed")} height="24rem">
      {(edited) => <Editor kind={kind} first={edited} />}
    </QueryResult>
  );
}

function Editor({ kind, first }: { kind: KindName; first: EditedContent }) {
  const { t } = useTranslation(contentTexts);
  const { data: me } = useMe();
  const fields = KINDS[kind];
  const valuesOf = ({ draft, published }: EditedContent) =>
    filledRecord(fields, draft ?? published.document);

  // What the form was made of: what the server has is not put into it while somebody types.
  const [edited, setEdited] = useState(first);
  const [language, setLanguage] = useState<LanguageCode>("en");
  const [problem, setProblem] = useState("");
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [dialog, setDialog] = useState<"publish" | "discard" | "prices" | null>(null);
  const [isPreviewed, setPreviewed] = useState(false);
  const form = useForm<ContentDocument>({
    defaultValues: valuesOf(first),
    resolver: valibotResolver(recordRule(fields, t)) as unknown as Resolver<ContentDocument>,
  });
  const formId = useId();
  const { isDirty, dirtyFields } = form.formState;
  const save = useSaveContent(kind);
  const publish = usePublishContent(kind);
  const discard = useDiscardContent(kind);
  const isUploading = useIsUploading();
  const isBusy = isUploading || save.isPending || publish.isPending || discard.isPending;
  // A second tap can come before the buttons know that the first is under way.
  const isSending = useRef(false);
  // A form that was saved is sent again only when the page shows what came of it.
  useEffect(() => {
    isSending.current = false;
  }, [edited]);

  useUnsavedChanges(isDirty);

  // The address asks for a new entry: it is added once, also where React runs effects twice.
  const [search, setSearch] = useSearchParams();
  const addEntry = useNewEntry(form);
  const isAsked = useRef(search.has("add"));
  useEffect(() => {
    const list = onlyList(kind);
    if (!isAsked.current || !list) return;
    isAsked.current = false;
    setSearch({}, { replace: true });
    addEntry(list[1], list[0]);
  });

  const show = (now: EditedContent) => {
    setEdited(now);
    setConflict(null);
    setProblem("");
    form.reset(valuesOf(now));
  };
  /** Says why something was refused; what is typed stays. */
  const refused = (error: unknown) => {
    const meanwhile = conflictOf(error);
    if (meanwhile) {
      setConflict(meanwhile);
      setProblem("");
      return;
    }
    setProblem(messageOf(error, t("saveFailed")));
    if (!(error instanceof ApiError)) return;
    for (const [place, [problem]] of Object.entries(error.fields)) {
      if (!place.startsWith("document.")) continue;
      form.setError(place.slice(9), { message: problem && problemText(problem) });
    }
  };
  /** Saves what is typed; `next` is what follows, else it is said that it is saved. */
  const send = async (revision: number, next?: () => void) => {
    if (isSending.current) return;
    isSending.current = true;
    setProblem("");
    const submit = form.handleSubmit(
      async (document) => {
        show(await save.mutateAsync({ revision, document }));
        if (next) next();
        else showToast("success", t("saved"), 5);
      },
      () => {
        isSending.current = false;
        setProblem(t("invalid"));
      },
    );
    await submit().catch((error: unknown) => {
      isSending.current = false;
      refused(error);
    });
  };
  /** Saves what is typed first. */
  const onceSaved = (next: () => void) => {
    if (isDirty) void send(edited.revision, next);
    else next();
  };
  const readAgain = useRefetchForm(editedContent(kind));
  const readTheirs = async () => {
    try {
      show(await readAgain());
    } catch (error) {
      setProblem(messageOf(error, t("loadFailed")));
    }
  };

  return (
    <>
      <SaveBar
        back={{ to: "/content", label: t("title") }}
        title={t(`kinds.${kind}`)}
        state={
          isDirty ? (
            <Chip kind="wait">{t("changes", { count: countChanges(dirtyFields) })}</Chip>
          ) : (
            edited.hasDraft && <Chip kind="info">{t("draft")}</Chip>
          )
        }
      >
        {isDirty && (
          <Button variant="ghost" disabled={isBusy} onClick={() => form.reset()}>
            {t("discardChanges")}
          </Button>
        )}
        {edited.hasDraft && !isDirty && (
          <Button variant="ghost" disabled={isBusy} onClick={() => setDialog("discard")}>
            {t("discard")}
          </Button>
        )}
        {(edited.hasDraft || isDirty) && (
          <Button
            variant="outline"
            disabled={isBusy}
            onClick={() => onceSaved(() => setPreviewed(true))}
          >
            {t("preview")}
          </Button>
        )}
        <Button
          variant="outline"
          type="submit"
          form={formId}
          disabled={!isDirty || isUploading}
          busy={save.isPending}
        >
          {t("save")}
        </Button>
        {(edited.hasDraft || isDirty) &&
          hasPermission(me, "POST /staff/content/{kind}/publish") && (
            <Button disabled={isBusy} onClick={() => onceSaved(() => setDialog("publish"))}>
              {t("publish")}
            </Button>
          )}
      </SaveBar>
      <div className={pageStyles.page}>
        {isPreviewed && edited.previewLink !== null && !isDirty && (
          <ContentPreview kind={kind} revision={edited.revision} link={edited.previewLink} />
        )}
        <p>
          {[
            edited.changedBy === null
              ? t("never")
              : t("changedBy", {
                  time: formatDateTime(edited.changedAt),
                  name: personOf(edited.changedBy),
                }),
            t("versionNow", { id: edited.published.id }),
          ].join(" · ")}
        </p>
        <FormProvider {...form}>
          <EditedLanguage value={language}>
            <LanguageTabs language={language} onChange={setLanguage} />
            {kind === "menu" && (
              <Buttons>
                <Button variant="outline" onClick={() => setDialog("prices")}>
                  {t("bulk.do")}
                </Button>
              </Buttons>
            )}
            <Stack
              noValidate
              id={formId}
              as="form"
              gap={4}
              aria-label={t(`kinds.${kind}`)}
              onSubmit={(event) => {
                event.preventDefault();
                void send(edited.revision);
              }}
            >
              <RecordFields fields={fields} />
              {problem && <Alert kind="error">{problem}</Alert>}
              {conflict && (
                <ConflictAlert
                  conflict={conflict}
                  isBusy={isBusy}
                  onMine={(revision) => void send(revision)}
                  onTheirs={() => void readTheirs()}
                />
              )}
            </Stack>
          </EditedLanguage>
        </FormProvider>
        <Versions kind={kind} edited={edited} isDirty={isDirty} onDone={show} onRefused={refused} />
      </div>
      {dialog === "prices" && <BulkPricesDialog menu={form} onClose={() => setDialog(null)} />}
      {dialog === "publish" && (
        <ReasonDialog
          title={t("publishTitle")}
          text={t("publishText")}
          confirmLabel={t("publish")}
          failed={t("saveFailed")}
          onConfirm={async ({ reason }) => {
            try {
              show(await publish.mutateAsync({ revision: edited.revision, reason }));
              showToast("success", t("published"), 5);
            } catch (error) {
              if (conflictOf(error) === null) throw error;
              refused(error);
            }
          }}
          onClose={() => setDialog(null)}
        />
      )}
      <ConfirmDialog
        open={dialog === "discard"}
        danger
        title={t("discardTitle")}
        message={t("discardText")}
        confirmLabel={t("discard")}
        cancelLabel={t("keep")}
        onConfirm={() =>
          discard.mutate(edited.revision, {
            onSuccess: (now) => {
              show(now);
              showToast("success", t("discarded"), 5);
            },
            onError: refused,
          })
        }
        onClose={() => setDialog(null)}
      />
    </>
  );
}

/** The languages, each with how many texts of the form miss it. */
function LanguageTabs(props: { language: LanguageCode; onChange: (code: LanguageCode) => void }) {
  const { t } = useTranslation(contentTexts);
  const values = useWatch() as ContentDocument;
  return (
    <Tabs
      label={t("language")}
      active={props.language}
      onChange={props.onChange}
      tabs={LANGUAGES.map(({ code, name }) => {
        const number = countMissing(values, code);
        return {
          key: code,
          label:
            number === 0
              ? name
              : t("languageMissing", { language: name, number: formatNumber(number) }),
        };
      })}
    />
  );
}
