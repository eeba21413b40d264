import { messageOf } from "@loyalty/api-client/errors";
import { personOf } from "@loyalty/api-client/rules/records";
import { Button } from "@loyalty/ui/button";
import { formatDateTime } from "@loyalty/ui/formats";
import { useTexts } from "@loyalty/ui/i18n";
import { QueryResult } from "@loyalty/ui/query-result";
import { Empty } from "@loyalty/ui/states";
import { showToast } from "@loyalty/ui/toast";
import { useRef } from "react";

import { DataTable } from "../../page/data-table.tsx";
import { MoreButton } from "../../page/more-button.tsx";
import { Page, Section } from "../../page/page.tsx";
import { saveFile } from "../../page/save-file.ts";
import { mayDo, useMe } from "../../queries/session.tsx";
import { programmeTexts } from "../../texts/office-programme.ts";
import { DraftEditor } from "./draft-editor.tsx";
import { DecidedDraft, useStateOf } from "./draft-state.tsx";
import { InForce } from "./in-force.tsx";
import styles from "./programme.module.css";
import {
  type DraftSummary,
  type ProgrammeFile,
  useBeginDraft,
  useNewestDraft,
  useProgrammeFile,
  useProgrammeVersions,
} from "./queries.ts";

/** /programme: the draft of the programme, what is in force, and its versions. */
export default function ProgrammeScreen() {
  const t = useTexts(programmeTexts);
  const { data: me } = useMe();
  const newest = useNewestDraft();
  const begin = useBeginDraft();
  const mayBegin =
    newest.data !== undefined &&
    !isUnfinished(newest.data) &&
    mayDo(me, "POST /staff/programme/draft");

  // A second tap can come before the button knows that the first is under way.
  const isSending = useRef(false);
  const beginFrom = (fromVersion?: number) => {
    if (isSending.current) return;
    isSending.current = true;
    begin.mutate(
      { fromVersion },
      {
        onSuccess: () => showToast("success", t("begun"), 5),
        onError: (error) => showToast("error", messageOf(error, t("beginFailed")), 8),
        onSettled: () => {
          isSending.current = false;
        },
      },
    );
  };

  return (
    <Page title={t("title")}>
      <p>{t("text")}</p>
      <Section title={t("draft")}>
        <QueryResult query={newest} loading={t("loading")} failed={t("loadFailed")} height="8rem">
          {(draft) =>
            isUnfinished(draft) ? (
              <Unfinished key={draft.id} draft={draft} />
            ) : (
              <Empty text={t("noDraft")}>
                {draft && <LastDraft draft={draft} />}
                {mayBegin && (
                  <Button busy={begin.isPending} onClick={() => beginFrom()}>
                    {t("begin")}
                  </Button>
                )}
              </Empty>
            )
          }
        </QueryResult>
      </Section>
      <InForce action={<Download label={t("download")} name="programme.yaml" of={{}} />} />
      <Versions
        isBusy={begin.isPending}
        onBegin={mayBegin ? (version) => beginFrom(version) : undefined}
      />
    </Page>
  );
}

/** Whether a draft is to be changed, approved, or applied yet. */
const isUnfinished = (draft: DraftSummary | null): draft is DraftSummary =>
  draft !== null && ["open", "waiting", "approved"].includes(draft.state);

function Unfinished({ draft }: { draft: DraftSummary }) {
  const t = useTexts(programmeTexts);
  if (draft.state === "open") return <DraftEditor draftId={draft.id} />;
  const name = `programme-draft-${draft.id}.yaml`;
  return (
    <DecidedDraft draft={draft}>
      <Download label={t("download")} name={name} of={{ draftId: draft.id }} />
    </DecidedDraft>
  );
}

function LastDraft({ draft }: { draft: DraftSummary }) {
  const t = useTexts(programmeTexts);
  const stateOf = useStateOf();
  return <p className={styles.note}>{t("last", { state: stateOf(draft) })}</p>;
}

interface DownloadProps {
  label: string;
  /** What it is of, for screen readers, where the label does not say it. */
  title?: string;
  name: string;
  of: ProgrammeFile;
}

/** A button that downloads a file of the programme. */
function Download({ label, title, name, of }: DownloadProps) {
  const t = useTexts(programmeTexts);
  const file = useProgrammeFile();
  return (
    <Button
      variant="outline"
      busy={file.isPending}
      aria-label={title}
      onClick={() =>
        file.mutate(of, {
          onSuccess: (text) => saveFile(name, new Blob([text], { type: "application/yaml" })),
          onError: (error) => showToast("error", messageOf(error, t("downloadFailed")), 8),
        })
      }
    >
      {label}
    </Button>
  );
}

interface VersionsProps {
  isBusy: boolean;
  /** Begins a draft from a version; undefined where none can be begun. */
  onBegin: ((version: number) => void) | undefined;
}

/** What was in force: who proposed and who approved it, from when. */
function Versions({ isBusy, onBegin }: VersionsProps) {
  const t = useTexts(programmeTexts);
  const query = useProgrammeVersions();
  return (
    <Section title={t("versions")}>
      <DataTable
        query={query}
        caption={t("versions")}
        loading={t("loading")}
        failed={t("loadFailed")}
        empty={t("noVersions")}
        rowKey={({ id }) => id}
        columns={[
          { head: t("what"), cell: ({ id }) => t("version", { id }), isTitle: true },
          { head: t("when"), cell: ({ at }) => (at === null ? t("first") : formatDateTime(at)) },
          { head: t("proposedBy"), cell: ({ proposedBy }) => nameOr(proposedBy) },
          { head: t("approvedBy"), cell: ({ operator }) => nameOr(operator) },
          { head: t("reason"), cell: ({ reason }) => reason },
        ]}
        renderActions={({ id }) => (
          <>
            <Download
              label={t("download")}
              title={t("downloadOf", { id })}
              name={`programme-${id}.yaml`}
              of={{ versionId: id }}
            />
            {onBegin && (
              <Button
                variant="outline"
                disabled={isBusy}
                aria-label={t("beginFromOf", { id })}
                onClick={() => onBegin(id)}
              >
                {t("beginFrom")}
              </Button>
            )}
          </>
        )}
      />
      <MoreButton query={query} label={t("more")} />
    </Section>
  );
}

const nameOr = (operator: string | null) => (operator === null ? null : personOf(operator));
