import { useMe } from "@loyalty/api-client/react/staff/session.tsx";
import {
  useCancelVoucher,
  useRedeemByHand,
  useReleaseVoucher,
  useRestoreVoucher,
  type OfficeVoucher,
} from "@loyalty/api-client/react/staff/vouchers.ts";
import { senOf, typedRinggit } from "@loyalty/api-client/rules/points.ts";
import { formatMoney } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { SelectField, TextField } from "@loyalty/ui/primitives/field.tsx";
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { useState } from "react";

import { ReasonDialog } from "../../page/form-dialog.tsx";
import { vouchersTexts } from "../../texts/vouchers.ts";

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
      onConfirm={async (reason) => {
        await release.mutateAsync(reason);
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
      onConfirm={async (reason) => {
        await cancel.mutateAsync(reason);
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
      onConfirm={async (reason) => {
        const { id } = await restore.mutateAsync(reason);
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
  const [outletId, setOutletId] = useState(
    (outlets.find(({ id }) => id === voucher.outletId) ?? outlets[0])?.id ?? 0,
  );
  const [receipt, setReceipt] = useState("");
  const [amount, setAmount] = useState("");
  const [isChecked, setChecked] = useState(false);
  const leastSen = senOf(minSpend);
  const ringgit = leastSen > 0 ? typedRinggit(amount) : null;
  const isMissing = leastSen > 0 && ringgit === null;
  const outletName = outlets.find(({ id }) => id === outletId)?.name;

  const send = async (reason: string) => {
    await redeem.mutateAsync({
      outletId,
      ...(receipt.trim() && { receiptNumber: receipt.trim() }),
      ...(ringgit !== null && { netAmount: ringgit }),
      reason,
    });
    showToast("success", t("use.done", { name, outlet: outletName ?? outletId }), 8);
  };
  return (
    <ReasonDialog
      title={t("use.title", { name })}
      text={t("use.text")}
      confirmLabel={t("use.do")}
      failed={t("failed")}
      check={() => {
        setChecked(true);
        return !isMissing && outletId > 0;
      }}
      onConfirm={send}
      onClose={onClose}
    >
      <SelectField
        label={t("use.outlet")}
        value={outletId}
        error={isChecked && outletId === 0 && t("use.nowhere")}
        onChange={(event) => setOutletId(Number(event.currentTarget.value))}
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
          value={amount}
          error={isChecked && isMissing && t("use.noAmount")}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
      )}
      <TextField
        label={t("use.receipt")}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        value={receipt}
        onChange={(event) => setReceipt(event.currentTarget.value)}
      />
    </ReasonDialog>
  );
}
