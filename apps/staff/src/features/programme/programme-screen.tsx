import { messageOf } from "@loyalty/api-client/errors";
import { personOf } from "@loyalty/api-client/rules/records";
import { Button } from "@loyalty/ui/button";
import { formatDateTime } from "@loyalty/ui/formats";
import { QueryResult } from "@loyalty/ui/query-result";
import { Empty } from "@loyalty/ui/states";
import { Stack } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { showToast } from "@loyalty/ui/toast";
import { FileDown, PencilLine } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { QueryTable } from "../../components/desk-table.tsx";
import { MoreButton } from "../../components/more-button.tsx";
import { Buttons, Page, Section } from "../../components/page.tsx";
import { saveFile } from "../../components/save-file.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { programmeTexts } from "../../texts/office-programme.ts";
import { DraftEditor } from "./draft-editor.tsx";
import { DecidedDraft, useStateOf } from "./draft-state.tsx";
import styles from "./programme.module.css";
import {
  type DraftSummary,
  type ProgrammeFile,
  useBeginDraft,
  useFinishedDrafts,
  useProgrammeFile,
  useProgrammeVersions,
  useUnfinishedDrafts,
} from "./queries.ts";

/** /programme: what is being changed and waits for approval; files and versions of the programme. */
export default function ProgrammeScreen() {
  const { t } = useTranslation(programmeTexts);
  const { data: me } = useMe();
  const drafts = useUnfinishedDrafts();
  const begin = useBeginDraft();
  const [query] = useSearchParams();
  const shown = Number(query.get("draft"));
  const mayBegin = hasPermission(me, "POST /staff/programme/draft");
  // One a visit: a second tap can come before the button knows that the first is under way.
  const isSending = useRef(false);
  const beginFrom = (fromVersion?: number) => {
    if (isSending.current) return;
    isSending.current = true;
    begin.mutate(
      { fromVersion },
      {
        onSuccess: () => showToast("success", t("begun"), 5),
        onError: (error) => {
          showToast("error", messageOf(error, t("beginFailed")), 8);
          isSending.current = false;
        },
      },
    );
  };
  return (
    <Page title={t("title")}>
      <p>{t("text")}</p>
      <Section title={t("drafts")}>
        <QueryResult query={drafts} loading={t("loading")} failed={t("loadFailed")} height="8rem">
          {(unfinished) =>
            unfinished.length === 0 ? (
              <Empty text={t("noDraft")} />
            ) : (
              // The one that was asked for comes first.
              unfinished
                .toSorted((one, other) => Number(other.id === shown) - Number(one.id === shown))
                .map((draft) => (
                  <Stack
                    as="section"
                    key={draft.id}
                    gap={3}
                    pad={4}
                    className={`${surfaceStyles.panel} ${styles.draft}`}
                  >
                    <h3 className={textStyles.md}>
                      {t("draftOf", { id: draft.id, name: personOf(draft.begunBy) })}
                    </h3>
                    <Unfinished draft={draft} />
                  </Stack>
                ))
            )
          }
        </QueryResult>
        <LastDraft />
      </Section>
      <Section title={t("advanced")}>
        <p>{t("advancedText")}</p>
        <Buttons>
          {mayBegin && (
            <Button
              variant="outline"
              busy={begin.isPending}
              disabled={begin.isSuccess}
              onClick={() => beginFrom()}
            >
              {t("begin")}
            </Button>
          )}
          <Download name="programme.yaml" of={{}} />
        </Buttons>
      </Section>
      <Versions
        isBusy={begin.isPending || begin.isSuccess}
        onBegin={mayBegin ? (version) => beginFrom(version) : undefined}
      />
    </Page>
  );
}

function Unfinished({ draft }: { draft: DraftSummary }) {
  if (draft.state === "open") return <DraftEditor draftId={draft.id} />;
  const name = `programme-draft-${draft.id}.yaml`;
  return (
    <DecidedDraft draft={draft}>
      <Download name={name} of={{ draftId: draft.id }} />
    </DecidedDraft>
  );
}

function LastDraft() {
  const { t } = useTranslation(programmeTexts);
  const stateOf = useStateOf();
  const { data: finished = [] } = useFinishedDrafts();
  const [draft] = finished.toSorted((one, other) => endOf(other).localeCompare(endOf(one)));
  if (!draft) return null;
  return <p className={textStyles.note}>{t("last", { id: draft.id, state: stateOf(draft) })}</p>;
}

/** When a draft was decided; a withdrawn one has only when it was saved. */
const endOf = ({ decidedAt, savedAt }: DraftSummary) => decidedAt ?? savedAt;

/** Saves a file of the programme under a name. */
function useSaveProgramme() {
  const { t } = useTranslation(programmeTexts);
  const file = useProgrammeFile();
  const save = (name: string, of: ProgrammeFile) =>
    file.mutate(of, {
      onSuccess: (text) => saveFile(name, new Blob([text], { type: "application/yaml" })),
      onError: (error) => showToast("error", messageOf(error, t("downloadFailed")), 8),
    });
  return { save, isPending: file.isPending };
}

function Download({ name, of }: { name: string; of: ProgrammeFile }) {
  const { t } = useTranslation(programmeTexts);
  const { save, isPending } = useSaveProgramme();
  return (
    <Button variant="outline" busy={isPending} onClick={() => save(name, of)}>
      {t("download")}
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
  const { t } = useTranslation(programmeTexts);
  const query = useProgrammeVersions();
  const { save } = useSaveProgramme();
  return (
    <Section title={t("versions")}>
      <QueryTable
        name="programme-versions"
        query={query}
        caption={t("versions")}
        loading={t("loading")}
        failed={t("loadFailed")}
        empty={t("noVersions")}
        rowKey={({ id }) => id}
        columns={[
          { id: "version", head: t("what"), cell: ({ id }) => t("version", { id }), isTitle: true },
          {
            id: "when",
            head: t("when"),
            cell: ({ at }) => (at === null ? t("first") : formatDateTime(at)),
          },
          { id: "proposedBy", head: t("proposedBy"), cell: ({ proposedBy }) => nameOr(proposedBy) },
          { id: "approvedBy", head: t("approvedBy"), cell: ({ operator }) => nameOr(operator) },
          { id: "reason", head: t("reason"), cell: ({ reason }) => reason, isLong: true },
        ]}
        actsOf={({ id }) => ({
          name: t("version", { id }),
          acts: [
            {
              name: t("download"),
              Icon: FileDown,
              onChoose: () => save(`programme-${id}.yaml`, { versionId: id }),
            },
            ...(onBegin
              ? [
                  {
                    name: t("beginFrom"),
                    Icon: PencilLine,
                    isDisabled: isBusy,
                    onChoose: () => onBegin(id),
                  },
                ]
              : []),
          ],
        })}
      />
      <MoreButton query={query} label={t("more")} />
    </Section>
  );
}

const nameOr = (operator: string | null) => (operator === null ? null : personOf(operator));
