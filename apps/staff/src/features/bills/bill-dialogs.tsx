import { messageOf } from "@loyalty/api-client/errors.ts";
import { serverNow } from "@loyalty/api-client/http.ts";
import { useCallingCodes } from "@loyalty/api-client/react/outlets.ts";
import {
  useAddBill,
  useMoveBill,
  useVoidBill,
  type OfficeBill,
} from "@loyalty/api-client/react/staff/bills.ts";
import { useFindMember } from "@loyalty/api-client/react/staff/members.ts";
import { useMe } from "@loyalty/api-client/react/staff/session.tsx";
import { senOf, typedRinggit } from "@loyalty/api-client/rules/points.ts";
import { formatMoney } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { SelectField, TextField } from "@loyalty/ui/primitives/field.tsx";
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { useState } from "react";

import { ReasonDialog } from "../../page/form-dialog.tsx";
import { readMember } from "../../page/scanned.ts";
import { billsTexts } from "../../texts/bills.ts";
import styles from "./bills.module.css";

/** Voids a bill. */
export function VoidDialog({ bill, onClose }: { bill: OfficeBill; onClose: () => void }) {
  const t = useTexts(billsTexts);
  const voidBill = useVoidBill();
  const receipt = bill.receiptNumber;
  return (
    <ReasonDialog
      danger
      title={t("void.title", { receipt })}
      text={t("void.text", { amount: formatMoney(senOf(bill.amount)) })}
      confirmLabel={t("void.do")}
      failed={t("failed")}
      onConfirm={async (reason) => {
        await voidBill.mutateAsync({ billId: bill.id, reason });
        showToast("success", t("void.done", { receipt }), 8);
      }}
      onClose={onClose}
    />
  );
}

/** Moves a bill to another member, or proposes it. */
export function MoveDialog({ bill, onClose }: { bill: OfficeBill; onClose: () => void }) {
  const t = useTexts(billsTexts);
  const move = useMoveBill();
  const [member, setMember] = useState<FoundMember | null>(null);
  const [isMissing, setMissing] = useState(false);
  const receipt = bill.receiptNumber;

  const send = async (reason: string) => {
    if (!member) return;
    const { proposalId } = await move.mutateAsync({ billId: bill.id, memberId: member.id, reason });
    if (proposalId === null) {
      showToast("success", t("move.done", { receipt, name: member.name }), 8);
    } else {
      showToast("info", t("move.waits", { receipt, id: proposalId }), 8);
    }
  };
  return (
    <ReasonDialog
      title={t("move.title", { receipt })}
      text={t("move.text", { amount: formatMoney(senOf(bill.amount)) })}
      confirmLabel={t("move.do")}
      failed={t("failed")}
      check={() => {
        setMissing(member === null);
        return member !== null;
      }}
      onConfirm={send}
      onClose={onClose}
    >
      <div className={styles.form}>
        <MemberField member={member} isMissing={isMissing} onFound={setMember} />
      </div>
    </ReasonDialog>
  );
}

/** Records a bill that is in no till. `outletId` is where the list stands. */
export function AddDialog(props: { outletId: number | undefined; onClose: () => void }) {
  const t = useTexts(billsTexts);
  const { data: me } = useMe();
  const add = useAddBill();
  const [member, setMember] = useState<FoundMember | null>(null);
  const [outletId, setOutletId] = useState(props.outletId ?? me?.outlets[0]?.id ?? 0);
  const [receipt, setReceipt] = useState("");
  const [amount, setAmount] = useState("");
  const [paidAt, setPaidAt] = useState(() => clockInMalaysia(serverNow()));
  const [isChecked, setChecked] = useState(false);
  const ringgit = typedRinggit(amount);

  const send = async (reason: string) => {
    if (!member || ringgit === null) return;
    const { bill, isNew } = await add.mutateAsync({
      memberId: member.id,
      outletId,
      receiptNumber: receipt.trim(),
      amount: ringgit,
      paidAt: `${paidAt}:00+08:00`,
      reason,
    });
    if (isNew) showToast("success", t("add.done", { receipt: bill.receiptNumber }), 8);
    else showToast("info", t("add.known", { receipt: bill.receiptNumber }), 8);
  };
  return (
    <ReasonDialog
      title={t("add.title")}
      text={t("add.text")}
      confirmLabel={t("add.confirm")}
      failed={t("failed")}
      check={() => {
        setChecked(true);
        return member !== null && receipt.trim() !== "" && ringgit !== null && paidAt !== "";
      }}
      onConfirm={send}
      onClose={props.onClose}
    >
      <div className={styles.form}>
        <MemberField member={member} isMissing={isChecked && member === null} onFound={setMember} />
        <SelectField
          label={t("outlet")}
          value={outletId}
          onChange={(event) => setOutletId(Number(event.currentTarget.value))}
        >
          {me?.outlets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          required
          label={t("receipt")}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          value={receipt}
          error={isChecked && receipt.trim() === "" && t("missing")}
          onChange={(event) => setReceipt(event.currentTarget.value)}
        />
        <TextField
          required
          label={t("add.amount")}
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          value={amount}
          error={isChecked && ringgit === null && t("add.noAmount")}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <TextField
          required
          label={t("paidAt")}
          type="datetime-local"
          value={paidAt}
          error={isChecked && paidAt === "" && t("missing")}
          onChange={(event) => setPaidAt(event.currentTarget.value)}
        />
      </div>
    </ReasonDialog>
  );
}

/** A moment as a `datetime-local` field has it, in Malaysia's time, which knows no summer time. */
const clockInMalaysia = (moment: Date) =>
  new Date(moment.getTime() + 8 * 3600_000).toISOString().slice(0, 16);

interface FoundMember {
  id: number;
  name: string;
}

interface MemberFieldProps {
  member: FoundMember | null;
  /** It was sent without a member. */
  isMissing: boolean;
  onFound: (member: FoundMember | null) => void;
}

/** Names a member by number, card or id; who it is, is looked up before anything is done, and that is logged. */
function MemberField({ member, isMissing, onFound }: MemberFieldProps) {
  const t = useTexts(billsTexts);
  const find = useFindMember();
  const { data: codes } = useCallingCodes();
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
      onSuccess: ({ id, name }) => onFound({ id, name }),
      onError: (error) => setProblem(messageOf(error, t("who.failed"))),
    });
  };
  return (
    <div className={styles.who}>
      <TextField
        required
        label={t("who.label")}
        hint={t("who.hint")}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        value={typed}
        readOnly={find.isPending}
        error={problem || (isMissing && t("who.first"))}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem("");
          onFound(null);
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
    </div>
  );
}
