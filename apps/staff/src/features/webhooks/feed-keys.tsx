import { Button } from "@loyalty/ui/button";
import { formatDate, formatDateTime } from "@loyalty/ui/formats";
import { Ban } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { QueryTable } from "../../components/desk-table.tsx";
import { FieldDialog, ReasonDialog } from "../../components/form-dialog.tsx";
import { Section } from "../../components/page.tsx";
import { webhooksTexts } from "../../texts/webhooks.ts";
import { type FeedKey, useAddFeedKey, useFeedKeys, useRevokeFeedKey } from "./queries.ts";

const MAX_NAME = 60;

export function FeedKeys({ onKey }: { onKey: (key: string) => void }) {
  const { t } = useTranslation(webhooksTexts);
  const query = useFeedKeys();
  const add = useAddFeedKey();
  const revoke = useRevokeFeedKey();
  const [isNaming, setNaming] = useState(false);
  const [toRevoke, setToRevoke] = useState<FeedKey | null>(null);
  return (
    <Section
      title={t("keys.title")}
      action={
        <Button variant="soft" onClick={() => setNaming(true)}>
          {t("keys.add")}
        </Button>
      }
    >
      <p>{t("keys.text")}</p>
      <QueryTable
        name="feed-keys"
        query={query}
        caption={t("keys.title")}
        loading={t("loading")}
        failed={t("loadFailed")}
        empty={t("keys.none")}
        rowKey={({ id }) => id}
        columns={[
          { id: "name", head: t("name"), cell: ({ name }) => name, isTitle: true },
          {
            id: "used",
            head: t("keys.used"),
            cell: ({ lastUsedAt }) => (lastUsedAt ? formatDateTime(lastUsedAt) : t("never")),
          },
          {
            id: "state",
            head: t("state"),
            cell: ({ revokedAt }) =>
              revokedAt ? t("keys.revoked", { date: formatDate(revokedAt) }) : t("keys.works"),
          },
        ]}
        actsOf={(key) => ({
          name: key.name,
          acts:
            key.revokedAt === null
              ? [
                  {
                    name: t("keys.revoke"),
                    Icon: Ban,
                    danger: true,
                    onChoose: () => setToRevoke(key),
                  },
                ]
              : [],
        })}
      />
      {isNaming && (
        <FieldDialog
          title={t("keys.add")}
          text={t("keys.addText")}
          label={t("name")}
          hint={t("nameHint")}
          confirmLabel={t("keys.add")}
          maxLength={MAX_NAME}
          onConfirm={async (name) => onKey((await add.mutateAsync({ name })).key)}
          onClose={() => setNaming(false)}
        />
      )}
      {toRevoke && (
        <ReasonDialog
          title={t("keys.question", { name: toRevoke.name })}
          text={t("keys.questionText")}
          confirmLabel={t("keys.revoke")}
          danger
          failed={t("failed")}
          onConfirm={({ reason }) => revoke.mutateAsync({ keyId: toRevoke.id, reason })}
          onClose={() => setToRevoke(null)}
        />
      )}
    </Section>
  );
}
