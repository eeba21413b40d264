import { valibotResolver } from "@hookform/resolvers/valibot";
import { senOf } from "@loyalty/api-client/rules/points";
import { SelectField, TextField } from "@loyalty/ui/field";
import { formatMoney } from "@loyalty/ui/formats";
import { showToast } from "@loyalty/ui/toast";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";

import { AmountField, amountRule } from "../../components/amount-field.tsx";
import { outletOptions } from "../../components/filters.tsx";
import {
  FormDialog,
  ReasonDialog,
  ReasonField,
  useReasonRule,
} from "../../components/form-dialog.tsx";
import { useMe } from "../../queries/session.tsx";
import { vouchersTexts } from "../../texts/vouchers.ts";
import {
  type OfficeVoucher,
  useChangeVoucher,
  useRedeemByHand,
  type VoucherAct,
} from "./queries.ts";

interface VoucherDialogProps {
  voucher: OfficeVoucher;
  onClose: () => void;
}

interface ReasonedDialogProps extends VoucherDialogProps {
  act: VoucherAct;
}

/** Gives a voucher back to its member, cancels it for good, or asks that a used one can be used again. */
export function ReasonedDialog({ act, voucher, onClose }: ReasonedDialogProps) {
  const { t } = useTranslation(vouchersTexts);
  const change = useChangeVoucher(voucher.id, act);
  const { name, state, cost } = voucher;
  const texts = {
    release: t(state === "stuck" ? "release.textStuck" : "release.text"),
    cancel: cost > 0 ? t("cancel.text", { count: cost }) : t("cancel.textFree"),
    restore: t("restore.text"),
  };
  return (
    <ReasonDialog
      danger={act === "cancel"}
      title={t(`${act}.title`, { name })}
      text={texts[act]}
      confirmLabel={t(`${act}.do`)}
      failed={t("failed")}
      onConfirm={async (why) => {
        const { id } = await change.mutateAsync(why);
        if (act === "restore") showToast("info", t("restore.waits", { name, id }), 8);
        else showToast("success", t(`${act}.done`, { name }), 8);
      }}
      onClose={onClose}
    />
  );
}

/** Uses a voucher that the member is showing, for an outlet whose till cannot. */
export function UseDialog({ voucher, onClose }: VoucherDialogProps) {
  const { t } = useTranslation(vouchersTexts);
  const { data: me } = useMe();
  const redeem = useRedeemByHand(voucher.id);
  const { name, outletIds, minSpend } = voucher;
  const outlets = (me?.outlets ?? []).filter(
    ({ id }) => outletIds.length === 0 || outletIds.includes(id),
  );
  const leastSen = senOf(minSpend);
  const form = useForm({
    defaultValues: {
      outletId: String((outlets.find(({ id }) => id === voucher.outletId) ?? outlets[0])?.id ?? ""),
      netAmount: "",
      receiptNumber: "",
      reason: "",
    },
    resolver: valibotResolver(
      v.object({
        outletId: v.pipe(v.string(), v.nonEmpty(t("use.nowhere")), v.transform(Number)),
        netAmount: leastSen > 0 ? amountRule() : v.literal(""),
        receiptNumber: v.pipe(v.string(), v.trim()),
        reason: useReasonRule({ required: true }),
      }),
    ),
  });
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <FormDialog
      form={form}
      title={t("use.title", { name })}
      text={t("use.text")}
      confirmLabel={t("use.do")}
      failed={t("failed")}
      onConfirm={async ({ outletId, netAmount, receiptNumber, reason }) => {
        await redeem.mutateAsync({
          outletId,
          ...(receiptNumber && { receiptNumber }),
          ...(netAmount && { netAmount }),
          reason,
        });
        const outlet = outlets.find(({ id }) => id === outletId)?.name ?? outletId;
        showToast("success", t("use.done", { name, outlet }), 8);
      }}
      onClose={onClose}
    >
      <SelectField
        label={t("use.outlet")}
        error={errors.outletId?.message}
        {...register("outletId")}
      >
        {outletOptions(outlets)}
      </SelectField>
      {leastSen > 0 && (
        <AmountField
          required
          label={t("use.amount")}
          hint={t("use.least", { amount: formatMoney(leastSen) })}
          error={errors.netAmount?.message}
          {...register("netAmount")}
        />
      )}
      <TextField
        label={t("use.receipt")}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        {...register("receiptNumber")}
      />
      <ReasonField error={errors.reason?.message} {...register("reason")} />
    </FormDialog>
  );
}
