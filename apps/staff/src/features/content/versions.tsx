import { personOf } from "@loyalty/api-client/rules/records";
import { formatDateTime } from "@loyalty/ui/formats";
import { showToast } from "@loyalty/ui/toast";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { conflictOf } from "../../components/conflict-alert.tsx";
import { DeskTable } from "../../components/desk-table.tsx";
import { ReasonDialog } from "../../components/form-dialog.tsx";
import { Section } from "../../components/page.tsx";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { contentTexts } from "../../texts/content.ts";
import { type EditedContent, usePublishContent } from "./queries.ts";
import type { KindName } from "./shapes.ts";

interface VersionsProps {
  kind: KindName | "outlets";
  edited: EditedContent;
  /** What is typed and not saved would be lost: nothing is taken back then. */
  isDirty: boolean;
  /** An earlier version is published again. */
  onDone: (edited: EditedContent) => void;
  /** Somebody changed the kind meanwhile. */
  onRefused: (error: unknown) => void;
}

/** What was published, and an earlier version that is published again. */
export function Versions({ kind, edited, isDirty, onDone, onRefused }: VersionsProps) {
  const { t } = useTranslation(contentTexts);
  const { data: me } = useMe();
  const takeBack = usePublishContent(kind);
  const [chosen, setChosen] = useState<number | null>(null);
  const mayPublish = hasPermission(me, "POST /staff/content/{kind}/publish");
  return (
    <Section title={t("versions")}>
      <DeskTable
        name="content-versions"
        rows={edited.versionList}
        caption={t("versions")}
        empty={t("noVersions")}
        rowKey={({ id }) => id}
        columns={[
          {
            id: "version",
            head: t("version"),
            cell: ({ id, again }) => (again === null ? id : t("versionAgain", { id, again })),
            isTitle: true,
          },
          { id: "when", head: t("when"), cell: ({ at }) => formatDateTime(at) },
          {
            id: "who",
            head: t("who"),
            cell: ({ operator }) => (operator === null ? t("first") : personOf(operator)),
          },
          { id: "reason", head: t("reason"), cell: ({ reason }) => reason, isLong: true },
        ]}
        actsOf={({ id }) => ({
          name: `${t("version")} ${id}`,
          acts:
            mayPublish && id !== edited.published.id
              ? [
                  {
                    name: t("takeBack"),
                    Icon: Undo2,
                    isDisabled: isDirty,
                    onChoose: () => setChosen(id),
                  },
                ]
              : [],
        })}
      />
      {chosen !== null && (
        <ReasonDialog
          title={t("takeBackOf", { id: chosen })}
          text={t("takeBackText")}
          confirmLabel={t("takeBack")}
          failed={t("saveFailed")}
          onConfirm={async ({ reason }) => {
            try {
              const { revision } = edited;
              onDone(await takeBack.mutateAsync({ versionId: chosen, revision, reason }));
              showToast("success", t("published"), 5);
            } catch (error) {
              if (conflictOf(error) === null) throw error;
              onRefused(error);
            }
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </Section>
  );
}
