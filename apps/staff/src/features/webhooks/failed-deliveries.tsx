import { messageOf } from "@loyalty/api-client/errors";
import { formatDateTime } from "@loyalty/ui/formats";
import { showToast } from "@loyalty/ui/toast";
import { RotateCw } from "lucide-react";
import { useTranslation } from "react-i18next";

import { QueryTable } from "../../components/desk-table.tsx";
import { MoreButton } from "../../components/more-button.tsx";
import { Section } from "../../components/page.tsx";
import { webhooksTexts } from "../../texts/webhooks.ts";
import { useFailedDeliveries, useReplayWebhook, type Webhook } from "./queries.ts";

/** The events that a webhook did not take for three days, each to be sent again. */
export function FailedDeliveries({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation(webhooksTexts);
  const query = useFailedDeliveries(webhook.id);
  const replay = useReplayWebhook(webhook.id);
  const title = t("lost", { name: webhook.name });
  return (
    <Section title={title}>
      <QueryTable
        name="failed-deliveries"
        query={query}
        caption={title}
        loading={t("loading")}
        failed={t("loadFailed")}
        empty={t("lostNone")}
        rowKey={({ position }) => position}
        columns={[
          { id: "event", head: t("event"), cell: ({ position }) => position, isTitle: true },
          { id: "kind", head: t("kind"), cell: ({ type }) => type },
          { id: "when", head: t("when"), cell: ({ time }) => formatDateTime(time) },
          { id: "tries", head: t("tries"), cell: ({ tries }) => tries, isNumber: true },
          { id: "error", head: t("error"), cell: ({ lastError }) => lastError, isLong: true },
        ]}
        actsOf={({ position }) => ({
          name: String(position),
          acts: [
            {
              name: t("replay"),
              Icon: RotateCw,
              isDisabled: webhook.state !== "on" || replay.isPending,
              onChoose: () =>
                replay.mutate(
                  { position },
                  {
                    onSuccess: () => showToast("success", t("again")),
                    onError: (error) => showToast("error", messageOf(error, t("failed")), 5),
                  },
                ),
            },
          ],
        })}
      />
      <MoreButton query={query} label={t("more")} />
    </Section>
  );
}
