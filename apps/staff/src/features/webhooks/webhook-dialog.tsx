import { valibotResolver } from "@hookform/resolvers/valibot";
import { Checkbox } from "@loyalty/ui/choice";
import { TextField } from "@loyalty/ui/field";
import { Stack } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import text from "@loyalty/ui/text.module.css";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";

import { FormDialog } from "../../components/form-dialog.tsx";
import { webhooksTexts } from "../../texts/webhooks.ts";
import type { EventKind, Webhook, WebhookContent } from "./queries.ts";

/** How long names and addresses may be, in characters (the API's rules/webhooks.py). */
const MAX_NAME = 60;
const MAX_URL = 500;

interface WebhookDialogProps {
  /** The one that is changed; without it a new one is made. */
  webhook?: Webhook;
  types: readonly EventKind[];
  /** Saves it in the place of this revision; a rejection is shown here, and the dialog stays. */
  onConfirm: (content: WebhookContent, revision: number) => Promise<unknown>;
  /** Reads it again, where another user has changed it. */
  onReadAgain?: () => Promise<Webhook>;
  onClose: () => void;
}

export function WebhookDialog(props: WebhookDialogProps) {
  const { webhook, types, onConfirm, onReadAgain, onClose } = props;
  const { t } = useTranslation(webhooksTexts);
  // Side by side: a pipe would end with the first mistake, and the others be said later.
  const rule = v.intersect([
    v.looseObject({
      name: v.pipe(v.string(), v.trim(), v.minLength(1, t("nameMissing"))),
      url: v.pipe(v.string(), v.trim(), v.minLength(1, t("urlMissing"))),
    }),
    v.pipe(
      v.object({ every: v.boolean(), types: v.array(v.picklist(types)) }),
      v.forward(
        v.check(({ every, types: chosen }) => every || chosen.length > 0, t("kindMissing")),
        ["types"],
      ),
    ),
  ]);
  // What the form was made of: the list is fetched again while a user types.
  const [revision, setRevision] = useState(webhook?.revision ?? 0);
  const form = useForm({ defaultValues: valuesOf(webhook), resolver: valibotResolver(rule) });
  const show = (now: Webhook) => {
    setRevision(now.revision);
    form.reset(valuesOf(now));
  };
  const { register, control, formState } = form;
  const { errors } = formState;
  const isEvery = useWatch({ control, name: "every" });
  return (
    <FormDialog
      form={form}
      title={webhook ? t("changeTitle", { name: webhook.name }) : t("add")}
      confirmLabel={t("save")}
      failed={t("failed")}
      onConfirm={({ name, url, every, types: chosen }, replaced = revision) =>
        onConfirm({ name, url, types: every ? [] : chosen }, replaced)
      }
      onTheirs={onReadAgain && (async () => show(await onReadAgain()))}
      onClose={onClose}
    >
      <TextField
        label={t("name")}
        hint={t("nameHint")}
        required
        autoComplete="off"
        maxLength={MAX_NAME}
        error={errors.name?.message}
        {...register("name")}
      />
      <TextField
        label={t("url")}
        hint={t("urlHint")}
        required
        type="url"
        autoComplete="off"
        maxLength={MAX_URL}
        error={errors.url?.message}
        {...register("url")}
      />
      <Stack as="fieldset" gap={2} className={surfaceStyles.plain}>
        <legend>{t("kinds")}</legend>
        <Checkbox label={t("every")} error={errors.types?.message} {...register("every")} />
        {!isEvery &&
          types.map((type) => (
            <Checkbox
              key={type}
              label={<span className={text.mono}>{type}</span>}
              value={type}
              {...register("types")}
            />
          ))}
      </Stack>
    </FormDialog>
  );
}

const valuesOf = (webhook: Webhook | undefined) => ({
  name: webhook?.name ?? "",
  url: webhook?.url ?? "",
  every: webhook === undefined || webhook.types.length === 0,
  types: webhook?.types ?? [],
});
