import { valibotResolver } from "@hookform/resolvers/valibot";
import { messageOf } from "@loyalty/api-client/errors";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { ConfirmDialog } from "@loyalty/ui/dialog";
import { formatDateTime } from "@loyalty/ui/formats";
import { showToast } from "@loyalty/ui/toast";
import text from "@loyalty/ui/text.module.css";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";

import { DayFormField } from "../../components/day-field.tsx";
import {
  FormDialog,
  ReasonDialog,
  ReasonField,
  useReasonRule,
} from "../../components/form-dialog.tsx";
import { Section } from "../../components/page.tsx";
import { dayRule } from "../../components/typed-day.ts";
import type { Schema } from "../../queries/requests.ts";
import { webhooksTexts } from "../../texts/webhooks.ts";
import { FailedDeliveries } from "./failed-deliveries.tsx";
import {
  type EventKind,
  useChangeWebhook,
  useEndWebhookSecret,
  useMakeWebhookSecret,
  useRefetchWebhook,
  useRemoveWebhook,
  useReplayWebhook,
  useSetWebhookState,
  useTestWebhook,
  type Webhook,
} from "./queries.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";

type Act = "change" | "off" | "remove" | "replay" | "endOld";

interface OneWebhookProps {
  webhook: Webhook;
  types: readonly EventKind[];
  onSecret: (secret: string) => void;
}

/** What is done with a webhook, and what it did not take. */
export function OneWebhook({ webhook, types, onSecret }: OneWebhookProps) {
  const { t } = useTranslation(webhooksTexts);
  const test = useTestWebhook(webhook.id);
  const setState = useSetWebhookState(webhook.id);
  const remove = useRemoveWebhook(webhook.id);
  const change = useChangeWebhook(webhook.id);
  const readAgain = useRefetchWebhook(webhook.id);
  const rotate = useMakeWebhookSecret(webhook.id);
  const endOld = useEndWebhookSecret(webhook.id);
  const [act, setAct] = useState<Act | null>(null);
  const { name } = webhook;
  const close = () => setAct(null);
  const failed = (error: unknown) => showToast("error", messageOf(error, t("failed")), 5);
  const isOn = webhook.state === "on";
  const old = webhook.secrets.length > 1 ? webhook.secrets[0] : undefined;

  return (
    <>
      <Section
        title={name}
        action={
          <>
            <Button
              busy={test.isPending}
              onClick={() => test.mutate(undefined, { onError: failed })}
            >
              {t("test")}
            </Button>
            <Button variant="outline" onClick={() => setAct("change")}>
              {t("change")}
            </Button>
            {isOn ? (
              <Button variant="outline" onClick={() => setAct("off")}>
                {t("turnOff")}
              </Button>
            ) : (
              <Button
                variant="outline"
                busy={setState.isPending}
                onClick={() =>
                  setState.mutate(
                    { state: "on" },
                    {
                      onSuccess: () => showToast("success", t("turnedOn"), 5),
                      onError: failed,
                    },
                  )
                }
              >
                {t("turnOn")}
              </Button>
            )}
            {isOn && (
              <Button variant="outline" onClick={() => setAct("replay")}>
                {t("replay")}
              </Button>
            )}
            {old ? (
              <Button variant="outline" onClick={() => setAct("endOld")}>
                {t("endOld")}
              </Button>
            ) : (
              <Button
                variant="outline"
                busy={rotate.isPending}
                onClick={() =>
                  rotate.mutate(undefined, {
                    onSuccess: ({ secret }) => onSecret(secret),
                    onError: failed,
                  })
                }
              >
                {t("rotate")}
              </Button>
            )}
            <Button variant="danger" onClick={() => setAct("remove")}>
              {t("remove")}
            </Button>
          </>
        }
      >
        {test.data && <TestAnswer tested={test.data} />}
        {old && <p>{t("two")}</p>}
        <p>
          {t("kinds")}:{" "}
          <span className={text.mono}>
            {webhook.types.length > 0 ? webhook.types.join(", ") : t("every")}
          </span>
        </p>
      </Section>
      <FailedDeliveries webhook={webhook} />
      {act === "change" && (
        <WebhookDialog
          webhook={webhook}
          types={types}
          onConfirm={async (content, revision) => {
            await change.mutateAsync({ ...content, revision });
            showToast("success", t("saved"));
          }}
          onReadAgain={readAgain}
          onClose={close}
        />
      )}
      {act === "off" && (
        <ReasonDialog
          title={t("offQuestion", { name })}
          text={t("offText")}
          confirmLabel={t("turnOff")}
          failed={t("failed")}
          onConfirm={(why) => setState.mutateAsync({ state: "off", ...why })}
          onClose={close}
        />
      )}
      {act === "remove" && (
        <ReasonDialog
          title={t("removeQuestion", { name })}
          text={t("removeText")}
          confirmLabel={t("remove")}
          danger
          failed={t("failed")}
          onConfirm={async (why) => {
            await remove.mutateAsync(why);
            showToast("success", t("removed"), 5);
          }}
          onClose={close}
        />
      )}
      {act === "replay" && <ReplayDialog webhook={webhook} onClose={close} />}
      {act === "endOld" && old && (
        <ConfirmDialog
          open
          danger
          title={t("endQuestion", { name })}
          message={t("endText", { time: formatDateTime(old.createdAt), who: old.createdBy })}
          confirmLabel={t("endOld")}
          cancelLabel={t("cancel")}
          onConfirm={() =>
            endOld.mutate(undefined, {
              onSuccess: () => showToast("success", t("ended"), 5),
              onError: failed,
            })
          }
          onClose={close}
        />
      )}
    </>
  );
}

function TestAnswer({ tested }: { tested: Schema<"WebhookTested"> }) {
  const { t } = useTranslation(webhooksTexts);
  const { status, error, answer, tookMs } = tested;
  return (
    <Alert kind={error ? "error" : "success"}>
      <span>
        {error
          ? t("testFailed", { error, ms: tookMs })
          : t("testTaken", { status: status ?? 0, ms: tookMs })}
      </span>
      {answer && <p className={text.muted}>{t("answer", { text: answer })}</p>}
    </Alert>
  );
}

function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation(webhooksTexts);
  const replay = useReplayWebhook(webhook.id);
  const form = useForm({
    defaultValues: { since: "", reason: "" },
    resolver: valibotResolver(
      v.object({
        since: v.pipe(dayRule(), v.nonEmpty(t("sinceMissing"))),
        reason: useReasonRule({ required: true }),
      }),
    ),
  });
  const { errors } = form.formState;
  return (
    <FormDialog
      form={form}
      title={t("replayQuestion", { name: webhook.name })}
      text={t("replayText")}
      confirmLabel={t("replay")}
      failed={t("failed")}
      onConfirm={async (typed) => {
        const { count } = await replay.mutateAsync(typed);
        showToast("success", t("replayed", { count }), 5);
      }}
      onClose={onClose}
    >
      <DayFormField label={t("since")} required control={form.control} name="since" />
      <ReasonField error={errors.reason?.message} {...form.register("reason")} />
    </FormDialog>
  );
}
