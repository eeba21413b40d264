import { messageOf } from "@loyalty/api-client/errors";
import { Button } from "@loyalty/ui/button";
import { formatDateTime } from "@loyalty/ui/formats";
import { showToast } from "@loyalty/ui/toast";
import { useTranslation } from "react-i18next";

import { DataTable } from "../../components/data-table.tsx";
import { MoreButton } from "../../components/more-button.tsx";
import { Section } from "../../components/page.tsx";
import { webhooksTexts } from "../../texts/webhooks.ts";
import { useFailedDeliveries, useReplayDelivery, type Webhook } from "./queries.ts";

/** The events that a webhook did not take for three days, each to be sent again. */
export function FailedDeliveries({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation(webhooksTexts);
  const query = useFailedDeliveries(webhook.id);
  const replay = useReplayDelivery(webhook.id);
  const title = t("lost", { name: webhook.name });
  return (
    <Section title={title}>
      <DataTable
        query={query}
        caption={title}
        loading={t("loading")}
        failed={t("loadFailed")}
        empty={t("lostNone")}
        rowKey={({ position }) => position}
        columns={[
          { head: t("event"), cell: ({ position }) => position, isTitle: true },
          { head: t("kind"), cell: ({ type }) => type },
          { head: t("when"), cell: ({ time }) => formatDateTime(time) },
          { head: t("tries"), cell: ({ tries }) => tries, isNumber: true },
          { head: t("error"), cell: ({ lastError }) => lastError ?? "" },
        ]}
        renderActions={({ position }) => (
          <Button
            variant="outline"
            disabled={webhook.state !== "on"}
            busy={replay.isPending && replay.variables === position}
            onClick={() =>
              replay.mutate(position, {
                onSuccess: () => showToast("success", t("again")),
                onError: (error) => showToast("error", messageOf(error, t("failed")), 5),
              })
            }
          >
            {t("replay")}
          </Button>
        )}
      />
      <MoreButton query={query} label={t("more")} />
    </Section>
  );
}
