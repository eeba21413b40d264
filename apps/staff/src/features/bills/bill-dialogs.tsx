import { valibotResolver } from "@hookform/resolvers/valibot";
import { messageOf } from "@loyalty/api-client/errors";
import { serverNow } from "@loyalty/api-client/http";
import { useCallingCodes } from "@loyalty/api-client/react/outlets";
import { senOf } from "@loyalty/api-client/rules/points";
import { Stack } from "@loyalty/ui/layout";
import { Button } from "@loyalty/ui/button";
import { SelectField, TextField } from "@loyalty/ui/field";
import { formatMoney } from "@loyalty/ui/formats";
import { showToast } from "@loyalty/ui/toast";
import { useState } from "react";
import { useController, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";

import { AmountField, amountRule } from "../../components/amount-field.tsx";
import { DayFormField } from "../../components/day-field.tsx";
import { outletOptions } from "../../components/filters.tsx";
import {
  FormDialog,
  ReasonDialog,
  ReasonField,
  useReasonRule,
} from "../../components/form-dialog.tsx";
import { readMember } from "../../components/scanned.ts";
import { momentRule, sentMoment, typedMoment } from "../../components/typed-day.ts";
import { useFindMember } from "../../queries/members.ts";
import { useMe } from "../../queries/session.tsx";
import { billsTexts } from "../../texts/bills.ts";
import { type OfficeBill, useAddBill, useMoveBill, useVoidBill } from "./queries.ts";

/** Voids a bill. */
export function VoidDialog({ bill, onClose }: { bill: OfficeBill; onClose: () => void }) {
  const { t } = useTranslation(billsTexts);
  const voidBill = useVoidBill(bill.id);
  const receipt = bill.receiptNumber;
  return (
    <ReasonDialog
      danger
      title={t("void.title", { receipt })}
      text={t("void.text", { amount: formatMoney(senOf(bill.amount)) })}
      confirmLabel={t("void.confirm")}
      failed={t("failed")}
      onConfirm={async (why) => {
        await voidBill.mutateAsync(why);
        showToast("success", t("void.done", { receipt }), 8);
      }}
      onClose={onClose}
    />
  );
}

/** Moves a bill to another member, or proposes it. */
export function MoveDialog({ bill, onClose }: { bill: OfficeBill; onClose: () => void }) {
  const { t } = useTranslation(billsTexts);
  const move = useMoveBill(bill.id);
  const receipt = bill.receiptNumber;
  const form = useForm({
    defaultValues: { member: null as FoundMember | null, reason: "" },
    resolver: valibotResolver(
      v.object({ member: useMemberRule(), reason: useReasonRule({ required: true }) }),
    ),
  });
  const member = useController({ control: form.control, name: "member" });
  return (
    <FormDialog
      form={form}
      title={t("move.title", { receipt })}
      text={t("move.text", { amount: formatMoney(senOf(bill.amount)) })}
      confirmLabel={t("move.confirm")}
      failed={t("failed")}
      onConfirm={async ({ member: { id: memberId, name }, reason }) => {
        const { proposalId } = await move.mutateAsync({ memberId, reason });
        if (proposalId === null) showToast("success", t("move.done", { receipt, name }), 8);
        else showToast("info", t("move.waits", { receipt, id: proposalId }), 8);
      }}
      onClose={onClose}
    >
      <MemberField {...member} />
      <ReasonField error={form.formState.errors.reason?.message} {...form.register("reason")} />
    </FormDialog>
  );
}

/** Records a bill that is in no till. `outletId` is where the list stands. */
export function AddDialog(props: { outletId: number | undefined; onClose: () => void }) {
  const { t } = useTranslation(billsTexts);
  const { data: me } = useMe();
  const add = useAddBill();
  const filledIn = v.pipe(v.string(), v.trim(), v.nonEmpty(t("missing")));
  const form = useForm({
    defaultValues: {
      member: null as FoundMember | null,
      outletId: String(props.outletId ?? me?.outlets[0]?.id ?? ""),
      receiptNumber: "",
      amount: "",
      paidAt: typedMoment(serverNow()),
      reason: "",
    },
    resolver: valibotResolver(
      v.object({
        member: useMemberRule(),
        outletId: v.pipe(v.string(), v.transform(Number)),
        receiptNumber: filledIn,
        amount: amountRule(),
        paidAt: momentRule(),
        reason: useReasonRule({ required: true }),
      }),
    ),
  });
  const { control, register, formState } = form;
  const { errors } = formState;
  const member = useController({ control, name: "member" });
  return (
    <FormDialog
      form={form}
      title={t("add.title")}
      text={t("add.text")}
      confirmLabel={t("add.confirm")}
      failed={t("failed")}
      onConfirm={async ({ member: { id: memberId }, paidAt, ...typed }) => {
        const { bill, isNew } = await add.mutateAsync({
          ...typed,
          memberId,
          paidAt: sentMoment(paidAt),
        });
        const receipt = bill.receiptNumber;
        if (isNew) showToast("success", t("add.done", { receipt }), 8);
        else showToast("info", t("add.known", { receipt }), 8);
      }}
      onClose={props.onClose}
    >
      <MemberField {...member} />
      <SelectField label={t("outlet")} {...register("outletId")}>
        {outletOptions(me?.outlets)}
      </SelectField>
      <TextField
        required
        label={t("receipt")}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        error={errors.receiptNumber?.message}
        {...register("receiptNumber")}
      />
      <AmountField
        required
        label={t("add.amount")}
        error={errors.amount?.message}
        {...register("amount")}
      />
      <DayFormField required withTime label={t("paidAt")} control={control} name="paidAt" />
      <ReasonField error={errors.reason?.message} {...register("reason")} />
    </FormDialog>
  );
}

const FOUND = { id: v.number(), name: v.string() };

interface FoundMember {
  id: number;
  name: string;
}

/** The rule of the member whose bill it is or will be. */
function useMemberRule() {
  const { t } = useTranslation(billsTexts);
  return v.pipe(v.nullable(v.object(FOUND)), v.object(FOUND, t("who.first")));
}

/** What `useController` gives of the field, in whichever form it stands. */
interface MemberFieldProps {
  field: { value: FoundMember | null; onChange: (member: FoundMember | null) => void };
  fieldState: { error?: { message?: string } };
}

/** Names a member by number, card or id; who it is, is looked up before anything is done, and that is logged. */
function MemberField({ field, fieldState }: MemberFieldProps) {
  const { t } = useTranslation(billsTexts);
  const find = useFindMember();
  const { data: codes } = useCallingCodes();
  const member = field.value;
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState("");

  const lookUp = () => {
    const value = typed.trim();
    const how = readMember(
      value,
      codes?.map(({ name }) => name),
    );
    setProblem(value === "" ? t("missing") : how === null ? t("who.unknown") : "");
    if (how === null) return;
    find.mutate(how, {
      onSuccess: ({ id, name }) => field.onChange({ id, name }),
      onError: (error) => setProblem(messageOf(error, t("who.failed"))),
    });
  };
  return (
    <Stack gap={2}>
      <TextField
        required
        label={t("who.label")}
        hint={t("who.hint")}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        value={typed}
        readOnly={find.isPending}
        error={problem || fieldState.error?.message}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem("");
          if (member) field.onChange(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (!find.isPending) lookUp();
        }}
      />
      <Button variant="outline" busy={find.isPending} onClick={lookUp}>
        {t("who.do")}
      </Button>
      <p role="status">{member && t("who.is", { name: member.name, id: member.id })}</p>
    </Stack>
  );
}
