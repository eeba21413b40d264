import { valibotResolver } from "@hookform/resolvers/valibot";
import { TextField } from "@loyalty/ui/field";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";

import { FormDialog } from "../../components/form-dialog.tsx";
import { readScanned } from "../../components/scanned.ts";
import { counterTexts } from "../../texts/counter.ts";
import { useRetry } from "../../till/queries.ts";
import type { Queued } from "../../till/till-database.ts";
import { MAX_RECEIPT } from "./bill-fields.tsx";

/** Corrects a refused bill, its receipt and the card that nobody looked up, and sends it again. */
export function CorrectDialog(props: { entry: Queued & { kind: "bill" }; onClose: () => void }) {
  const { body, id } = props.entry;
  const { t } = useTranslation(counterTexts);
  const retry = useRetry();
  const hasCard = body.code !== undefined;
  const cardOf = (typed: string) => {
    const read = readScanned(typed);
    return read?.kind === "card" ? read.code : null;
  };
  const form = useForm({
    defaultValues: { receiptNumber: body.receiptNumber, code: body.code ?? "" },
    resolver: valibotResolver(
      v.object({
        receiptNumber: v.pipe(v.string(), v.trim(), v.nonEmpty(t("bill.noReceipt"))),
        code: v.pipe(
          v.string(),
          v.check((typed) => !hasCard || cardOf(typed) !== null, t("scan.unknown")),
          v.transform(cardOf),
        ),
      }),
    ),
  });
  const { errors } = form.formState;
  return (
    <FormDialog
      form={form}
      title={t("queue.correct")}
      confirmLabel={t("queue.again")}
      failed={t("failed")}
      onConfirm={({ receiptNumber, code }) =>
        retry.mutateAsync({ id, receiptNumber, ...(code && { code }) })
      }
      onClose={props.onClose}
    >
      {hasCard && (
        <TextField
          label={t("queue.card")}
          autoComplete="off"
          autoCapitalize="characters"
          error={errors.code?.message}
          {...form.register("code")}
        />
      )}
      <TextField
        label={t("bill.receipt")}
        autoComplete="off"
        maxLength={MAX_RECEIPT}
        error={errors.receiptNumber?.message}
        {...form.register("receiptNumber")}
      />
    </FormDialog>
  );
}
