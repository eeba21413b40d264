import { valibotResolver } from "@hookform/resolvers/valibot";
import { senOf, typedRinggit } from "@loyalty/api-client/rules/points.ts";
import { formatMoney } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { SelectField, TextField } from "@loyalty/ui/primitives/field.tsx";
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { useForm } from "react-hook-form";
import * as v from "valibot";

import { FormDialog, ReasonDialog, ReasonField, useReasonRule } from "../../page/form-dialog.tsx";
import { useMe } from "../../queries/session.tsx";
import { vouchersTexts } from "../../texts/vouchers.ts";
import {
  type OfficeVoucher,
  useCancelVoucher,
  useRedeemByHand,
  useReleaseVoucher,
  useRestoreVoucher,
} from "./queries.ts";

interface VoucherDialogProps {
  voucher: OfficeVoucher;
  onClose: () => void;
}

/** Gives a voucher that is shown or stuck back to its member. */
export function ReleaseDialog({ voucher, onClose }: VoucherDialogProps) {
  const t = useTexts(vouchersTexts);
  const release = useReleaseVoucher(voucher.id);
  const { name, state } = voucher;
  return (
    <ReasonDialog
      title={t("release.title", { name })}
      text={t(state === "stuck" ? "release.textStuck" : "release.text")}
      confirmLabel={t("release.do")}
      failed={t("failed")}
      onConfirm={async (why) => {
        await release.mutateAsync(why);
        showToast("success", t("release.done", { name }), 8);
      }}
      onClose={onClose}
    />
  );
}

/** Cancels a voucher for good. */
export function CancelDialog({ voucher, onClose }: VoucherDialogProps) {
  const t = useTexts(vouchersTexts);
  const cancel = useCancelVoucher(voucher.id);
  const { name, cost } = voucher;
  return (
    <ReasonDialog
      danger
      title={t("cancel.title", { name })}
      text={cost > 0 ? t("cancel.text", { count: cost }) : t("cancel.textFree")}
      confirmLabel={t("cancel.do")}
      failed={t("failed")}
      onConfirm={async (why) => {
        await cancel.mutateAsync(why);
        showToast("success", t("cancel.done", { name }), 8);
      }}
      onClose={onClose}
    />
  );
}

/** Asks that a used voucher can be used again. */
export function RestoreDialog({ voucher, onClose }: VoucherDialogProps) {
  const t = useTexts(vouchersTexts);
  const restore = useRestoreVoucher(voucher.id);
  const { name } = voucher;
  return (
    <ReasonDialog
      title={t("restore.title", { name })}
      text={t("restore.text")}
      confirmLabel={t("restore.do")}
      failed={t("failed")}
      onConfirm={async (why) => {
        const { id } = await restore.mutateAsync(why);
        showToast("info", t("restore.waits", { name, id }), 8);
      }}
      onClose={onClose}
    />
  );
}

/** Uses a voucher that the member is showing, for an outlet whose till cannot. */
export function UseDialog({ voucher, onClose }: VoucherDialogProps) {
  const t = useTexts(vouchersTexts);
  const { data: me } = useMe();
  const redeem = useRedeemByHand(voucher.id);
  const { name, outletIds, minSpend } = voucher;
  const outlets = (me?.outlets ?? []).filter(
    ({ id }) => outletIds.length === 0 || outletIds.includes(id),
  );
  const leastSen = senOf(minSpend);
  const amount = v.pipe(v.string(), v.transform(typedRinggit), v.string(t("use.noAmount")));
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
        netAmount: leastSen > 0 ? amount : v.literal(""),
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
        {outlets.map(({ id, name: place }) => (
          <option key={id} value={id}>
            {place}
          </option>
        ))}
      </SelectField>
      {leastSen > 0 && (
        <TextField
          required
          label={t("use.amount")}
          hint={t("use.least", { amount: formatMoney(leastSen) })}
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
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
