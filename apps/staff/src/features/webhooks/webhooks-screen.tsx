import { Button } from "@loyalty/ui/button";
import { formatDateTime } from "@loyalty/ui/formats";
import text from "@loyalty/ui/text.module.css";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Chip } from "../../components/chip.tsx";
import { QueryTable } from "../../components/desk-table.tsx";
import { OnceDialog } from "../../components/once-dialog.tsx";
import { Page, Section } from "../../components/page.tsx";
import { webhooksTexts } from "../../texts/webhooks.ts";
import { FeedKeys } from "./feed-keys.tsx";
import { useAddWebhook, useWebhooks, type Webhook } from "./queries.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { OneWebhook } from "./one-webhook.tsx";

/** /webhooks: the systems that receive events, how each does, and the keys of the feed. */
export default function WebhooksScreen() {
  const { t } = useTranslation(webhooksTexts);
  const query = useWebhooks();
  const add = useAddWebhook();
  const [isAdding, setAdding] = useState(false);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const rows = query.data?.webhookList;
  const chosen = rows?.find(({ id }) => id === chosenId);
  const openerOf = ({ id, name }: Webhook) => (
    <Button
      variant="link"
      aria-expanded={id === chosenId}
      onClick={() => setChosenId(id === chosenId ? null : id)}
    >
      {name}
    </Button>
  );
  const chipOf = (webhook: Webhook) => {
    const state = stateOf(webhook);
    const isWell = state === "on" && webhook.failed === 0;
    return (
      <Chip kind={isWell ? "ok" : state === "off" ? "quiet" : "warn"}>{t(`states.${state}`)}</Chip>
    );
  };

  return (
    <Page title={t("title")} wide>
      <Section
        title={t("list")}
        action={
          <Button disabled={!query.data} onClick={() => setAdding(true)}>
            {t("add")}
          </Button>
        }
      >
        <p>{t("text")}</p>
        <QueryTable
          name="webhooks"
          query={{ ...query, data: rows }}
          caption={t("list")}
          loading={t("loading")}
          failed={t("loadFailed")}
          empty={t("none")}
          rowKey={({ id }) => id}
          columns={[
            {
              id: "name",
              head: t("name"),
              cell: openerOf,
              isTitle: true,
              sortBy: ({ name }) => name,
            },
            {
              id: "url",
              head: t("url"),
              cell: addressOf,
              isLong: true,
              sortBy: ({ url }) => url,
            },
            {
              id: "state",
              head: t("state"),
              cell: chipOf,
              sortBy: (webhook) => t(`states.${stateOf(webhook)}`),
            },
            {
              id: "waiting",
              head: t("waiting"),
              cell: ({ waiting }) => waiting,
              isNumber: true,
              sortBy: ({ waiting }) => waiting,
            },
            {
              id: "givenUp",
              head: t("givenUp"),
              cell: ({ failed }) => failed,
              isNumber: true,
              sortBy: ({ failed }) => failed,
            },
            {
              id: "lastSuccess",
              head: t("lastSuccess"),
              cell: ({ lastSuccessAt }) =>
                lastSuccessAt ? formatDateTime(lastSuccessAt) : t("never"),
              sortBy: ({ lastSuccessAt }) => lastSuccessAt ?? "",
            },
            {
              id: "lastFailure",
              head: t("lastFailure"),
              isLong: true,
              sortBy: ({ lastFailureAt }) => lastFailureAt ?? "",
              cell: ({ lastFailureAt, lastError }) =>
                lastFailureAt
                  ? t("failure", { time: formatDateTime(lastFailureAt), error: lastError ?? "" })
                  : t("never"),
            },
          ]}
        />
      </Section>
      {chosen && (
        <OneWebhook
          key={chosen.id}
          webhook={chosen}
          types={query.data?.types ?? []}
          onSecret={setSecret}
        />
      )}
      <FeedKeys onKey={setSecret} />
      {isAdding && (
        <WebhookDialog
          types={query.data?.types ?? []}
          onConfirm={async (content) => setSecret((await add.mutateAsync(content)).secret)}
          onClose={() => setAdding(false)}
        />
      )}
      {secret && (
        <OnceDialog
          title={t(secret.startsWith("whsec_") ? "secret" : "keys.key")}
          text={t("secretText")}
          value={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </Page>
  );
}

const addressOf = ({ url }: Webhook) => <span className={text.mono}>{url}</span>;

const stateOf = ({ state, pausedUntil }: Webhook) =>
  state === "on" && pausedUntil !== null ? "paused" : state;
