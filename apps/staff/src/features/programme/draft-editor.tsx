import { ApiError, messageOf } from "@loyalty/api-client/errors";
import { useUnsavedChanges } from "@loyalty/ui/unsaved-changes";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { TextAreaField } from "@loyalty/ui/field";
import { FileField } from "@loyalty/ui/file-field";
import { showToast } from "@loyalty/ui/toast";
import { QueryResult } from "@loyalty/ui/query-result";
import { Stack } from "@loyalty/ui/layout";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { type Conflict, ConflictAlert, conflictOf } from "../../components/conflict-alert.tsx";
import { Buttons } from "../../components/page.tsx";
import { saveFile } from "../../components/save-file.ts";
import { useRefetchForm } from "../../queries/queries.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { programmeTexts } from "../../texts/office-programme.ts";
import { AskDialog } from "./ask-dialog.tsx";
import { Plan, Problems } from "./draft-plan.tsx";
import { DecisionDialog, DraftFacts } from "./draft-state.tsx";
import styles from "./programme.module.css";
import {
  type EditedDraft,
  editedDraftOptions,
  type ProgrammeProblem,
  useDraftPlan,
  useEditedDraft,
  useSaveDraft,
} from "./queries.ts";

/** The largest file, in bytes (the API's features/drafts/schemas.py). */
const MAX_FILE = 128 * 1024;

/** A draft that is being changed: its file, what it changes, its submission. */
export function DraftEditor({ draftId }: { draftId: number }) {
  const { t } = useTranslation(programmeTexts);
  const query = useEditedDraft(draftId);
  return (
    <QueryResult query={query} loading={t("loading")} failed={t("loadFailed")} height="24rem">
      {(edited) => <Editor first={edited} />}
    </QueryResult>
  );
}

function Editor({ first }: { first: EditedDraft }) {
  const { t } = useTranslation(programmeTexts);
  const { data: me } = useMe();
  // What the text was made of: what the server has is not put into it while a user types.
  const [edited, setEdited] = useState(first);
  const [text, setText] = useState(first.file);
  const [problem, setProblem] = useState("");
  const [mistakes, setMistakes] = useState<readonly ProgrammeProblem[]>([]);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** What was typed before theirs was taken. */
  const [kept, setKept] = useState("");
  const [dialog, setDialog] = useState<"submit" | "withdraw" | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const save = useSaveDraft();
  const { draft } = edited;
  // A draft of the forms is changed there; one that changes nothing yet was begun for a file.
  const [isFile] = useState(draft.changes.length === 0);
  const plan = useDraftPlan(draft.id, draft.revision);
  const readAgain = useRefetchForm(editedDraftOptions(draft.id));
  const isDirty = text !== edited.file;
  // A second tap can come before the buttons know that the first is under way.
  const isSending = useRef(false);

  useUnsavedChanges(isDirty);

  const show = (now: EditedDraft) => {
    setEdited(now);
    setText(now.file);
    setConflict(null);
  };
  const send = async (revision: number, fromCurrent = false) => {
    if (isSending.current) return;
    isSending.current = true;
    setProblem("");
    setMistakes([]);
    try {
      show(await save.mutateAsync({ draftId: draft.id, revision, file: text, fromCurrent }));
      setKept("");
      showToast("success", t("saved"), 5);
    } catch (error) {
      refused(error);
    } finally {
      isSending.current = false;
    }
  };
  /** Says why it was not saved; what is typed stays. */
  const refused = (error: unknown) => {
    const body = error instanceof ApiError ? (error.body as object) : {};
    const meanwhile = conflictOf(error);
    if (meanwhile) {
      setConflict(meanwhile);
    } else if (error instanceof ApiError && error.code === "programme" && "problems" in body) {
      setProblem(t("notSaved"));
      setMistakes(body.problems as ProgrammeProblem[]);
    } else {
      setProblem(messageOf(error, t("saveFailed")));
    }
  };
  const takeTheirs = async () => {
    setProblem("");
    try {
      const theirs = await readAgain();
      setKept(text);
      show(theirs);
    } catch (error) {
      setProblem(messageOf(error, t("loadFailed")));
    }
  };
  const goTo = (line: number) => {
    const field = area.current;
    if (!field) return;
    const lines = text.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    field.focus();
    field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    // Lines are not wrapped: each is as high as the others.
    field.scrollTop = (field.scrollHeight * (line - 1)) / lines.length - field.clientHeight / 2;
    field.scrollLeft = 0;
  };
  const clashes = plan.data?.problems.some(({ line, path }) => line === null && path.length === 2);
  const isReady = plan.data?.problems.length === 0 && plan.data.changes.length > 0;

  return (
    <Stack gap={3}>
      <DraftFacts draft={draft} />
      {isDirty ? <p>{t("saveFirst")}</p> : <Plan query={plan} onLine={goTo} />}
      <Buttons>
        {clashes && !isDirty && (
          <Button
            variant="outline"
            disabled={save.isPending}
            onClick={() => void send(draft.revision, true)}
          >
            {t("fromCurrent")}
          </Button>
        )}
        {hasPermission(me, "PUT /staff/programme/draft/{draft_id}/state") && (
          <Button variant="soft" disabled={isDirty || !isReady} onClick={() => setDialog("submit")}>
            {t("submit")}
          </Button>
        )}
        {hasPermission(me, "PUT /staff/programme/draft/{draft_id}/state") && (
          <Button variant="danger" disabled={isDirty} onClick={() => setDialog("withdraw")}>
            {t("withdraw")}
          </Button>
        )}
      </Buttons>
      <details open={isFile || isDirty || problem !== "" || conflict !== null || kept !== ""}>
        <summary>{t("asFile")}</summary>
        <Stack
          noValidate
          as="form"
          gap={3}
          aria-label={t("asFile")}
          onSubmit={(event) => {
            event.preventDefault();
            void send(draft.revision);
          }}
        >
          <div className={styles.file}>
            <TextAreaField
              ref={area}
              label={t("file")}
              hint={t("fileHint")}
              rows={20}
              wrap="off"
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              value={text}
              readOnly={save.isPending}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </div>
          <LoadFile onLoad={setText} />
          {problem && (
            <Alert kind="error">
              <p>{problem}</p>
              {mistakes.length > 0 && <Problems problems={mistakes} onLine={goTo} />}
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
          {kept !== "" && (
            <div className={styles.file}>
              <TextAreaField
                label={t("kept")}
                hint={t("keptHint")}
                rows={8}
                wrap="off"
                readOnly
                value={kept}
              />
            </div>
          )}
          <Buttons>
            <Button type="submit" disabled={!isDirty} busy={save.isPending}>
              {t("saveDraft")}
            </Button>
            <Button
              variant="outline"
              onClick={() =>
                saveFile(
                  `programme-draft-${draft.id}.yaml`,
                  new Blob([text], { type: "application/yaml" }),
                )
              }
            >
              {t("download")}
            </Button>
          </Buttons>
        </Stack>
      </details>
      {dialog === "submit" && (
        <AskDialog
          draft={() => Promise.resolve(draft)}
          onRefused={(error) => {
            const meanwhile = conflictOf(error);
            if (meanwhile) setConflict(meanwhile);
            return meanwhile !== null;
          }}
          onAsked={() => {}}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "withdraw" && (
        <DecisionDialog draft={draft} act="withdraw" onClose={() => setDialog(null)} />
      )}
    </Stack>
  );
}

function LoadFile({ onLoad }: { onLoad: (text: string) => void }) {
  const { t } = useTranslation(programmeTexts);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState("");

  async function choose(chosen: File | null) {
    setFile(chosen);
    setProblem("");
    if (chosen === null) return;
    if (chosen.size > MAX_FILE) return setProblem(t("tooLarge"));
    try {
      onLoad(await chosen.text());
    } catch {
      setProblem(t("unreadable"));
    }
  }

  return (
    <FileField
      label={t("load")}
      hint={t("loadHint")}
      accept=".yaml,.yml,application/yaml,text/yaml"
      file={file}
      error={problem}
      onChoose={(chosen) => void choose(chosen)}
    />
  );
}
