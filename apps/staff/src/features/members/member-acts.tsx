import { HOME_CALLING_CODE } from "@loyalty/api-client/group";
import { valibotResolver } from "@hookform/resolvers/valibot";
import { newIdempotencyKey } from "@loyalty/api-client/http";
import { useCallingCodes } from "@loyalty/api-client/react/outlets";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { Checkbox, RadioGroup } from "@loyalty/ui/choice";
import { TextField } from "@loyalty/ui/field";
import { formatNumber } from "@loyalty/ui/formats";
import { PhoneField } from "@loyalty/ui/phone-field";
import { FileDown, LockOpen, LogOut, Trash2 } from "lucide-react";
import { useState } from "react";
import { useController, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";

import {
  FormDialog,
  ReasonDialog,
  ReasonField,
  useReasonRule,
} from "../../components/form-dialog.tsx";
import { RowMenu } from "../../components/row-menu.tsx";
import { saveFile } from "../../components/save-file.ts";
import type { MemberView } from "../../queries/members.ts";
import type { Operation } from "../../queries/requests.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { membersTexts } from "../../texts/members.ts";
import { type ChangeDialogProps, CorrectDialog, type Outcome } from "./correct-dialog.tsx";
import styles from "./members.module.css";
import {
  useAdjustPoints,
  useEraseMember,
  useExportMember,
  useSignMemberOut,
  useUnlockNumber,
} from "./queries.ts";

export interface MemberActsProps {
  member: MemberView;
  /** Something was done that the record shows; it is read again for this reason. */
  onChanged: (reason: string) => Promise<void>;
  onErased: (sentence: string) => void;
}

const USUAL = ["correct", "adjust"] as const;
const SELDOM = ["signOut", "unlock", "export", "erase"] as const;
type Act = (typeof USUAL)[number] | (typeof SELDOM)[number];

const ICONS = { signOut: LogOut, unlock: LockOpen, export: FileDown, erase: Trash2 };
const OPERATIONS: Record<Act, Operation> = {
  correct: "POST /staff/member/{member_id}/correct",
  adjust: "POST /staff/member/{member_id}/adjust",
  signOut: "POST /staff/member/{member_id}/sign-out",
  unlock: "POST /staff/number/unlock",
  export: "POST /staff/member/{member_id}/export",
  erase: "POST /staff/member/{member_id}/erase",
};

/** What the user's roles may do with a member, each with a reason, and what came of it. */
export function MemberActs({ member, onChanged, onErased }: MemberActsProps) {
  const { t } = useTranslation(membersTexts);
  const { data: me } = useMe();
  const [act, setAct] = useState<Act | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const isAllowed = (each: Act) => hasPermission(me, OPERATIONS[each]);
  const close = () => setAct(null);
  const done = (sentence: string) => setOutcome({ kind: "success", sentence });

  return (
    <>
      {outcome && <Alert kind={outcome.kind}>{outcome.sentence}</Alert>}
      <div role="group" aria-label={t("acts")} className={styles.acts}>
        {USUAL.filter(isAllowed).map((each) => (
          <Button key={each} variant="outline" onClick={() => setAct(each)}>
            {t(`${each}.do`)}
          </Button>
        ))}
        <RowMenu
          label={t("moreActs")}
          acts={SELDOM.filter(isAllowed).map((each) => ({
            name: t(`${each}.do`),
            Icon: ICONS[each],
            danger: each === "erase",
            onChoose: () => setAct(each),
          }))}
        />
      </div>
      {act === "correct" && (
        <CorrectDialog member={member} onDone={setOutcome} onChanged={onChanged} onClose={close} />
      )}
      {act === "adjust" && (
        <AdjustDialog member={member} onDone={setOutcome} onChanged={onChanged} onClose={close} />
      )}
      {act === "signOut" && <SignOutDialog member={member} onDone={done} onClose={close} />}
      {act === "unlock" && <UnlockDialog number={member.number} onDone={done} onClose={close} />}
      {act === "export" && <ExportDialog member={member} onDone={done} onClose={close} />}
      {act === "erase" && <EraseDialog member={member} onDone={onErased} onClose={close} />}
    </>
  );
}

interface ActDialogProps {
  member: MemberView;
  onDone: (sentence: string) => void;
  onClose: () => void;
}

interface Adjustment {
  way: "add" | "take";
  points: number;
  countsForTier: boolean;
  reason: string;
}

/** The most points of one adjustment (the API's backoffice/members/schemas.py). */
const MAX_POINTS = 1_000_000;

function AdjustDialog({ member, onDone, onChanged, onClose }: ChangeDialogProps) {
  const { t } = useTranslation(membersTexts);
  // One for the dialog: what is tried again is done once.
  const [idempotencyKey] = useState(newIdempotencyKey);
  const adjust = useAdjustPoints(member.id, idempotencyKey);
  const wrong = t("adjust.wrong", { most: formatNumber(MAX_POINTS) });
  const form = useForm({
    defaultValues: { way: "add" as "add" | "take", points: "", countsForTier: false, reason: "" },
    resolver: valibotResolver(
      v.object({
        way: v.picklist(["add", "take"]),
        points: v.pipe(
          v.string(),
          v.trim(),
          v.digits(wrong),
          v.transform(Number),
          v.minValue(1, wrong),
          v.maxValue(MAX_POINTS, wrong),
        ),
        countsForTier: v.boolean(),
        reason: useReasonRule({ required: true }),
      }),
    ),
  });
  const { register, formState } = form;
  const { errors } = formState;

  const send = async ({ way, reason, ...typed }: Adjustment) => {
    const points = way === "add" ? typed.points : -typed.points;
    const { state, id } = await adjust.mutateAsync({ ...typed, points, reason });
    const moved = formatNumber(points, { signDisplay: "exceptZero" });
    if (state === "waiting") {
      onDone({ kind: "info", sentence: t("adjust.waits", { points: moved, id }) });
    } else {
      onDone({ kind: "success", sentence: t("adjust.done", { points: moved }) });
      await onChanged(reason);
    }
  };
  return (
    <FormDialog
      form={form}
      title={t("adjust.title", { name: member.name })}
      text={t(member.mayDoAlone ? "adjust.textAlone" : "adjust.textProposes")}
      confirmLabel={t("adjust.do")}
      failed={t("failed")}
      onConfirm={send}
      onClose={onClose}
    >
      <RadioGroup
        label={t("adjust.way")}
        field={register("way")}
        choices={[
          { value: "add", label: t("adjust.add") },
          { value: "take", label: t("adjust.take") },
        ]}
      />
      <TextField
        required
        label={t("adjust.points")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        error={errors.points?.message}
        {...register("points")}
      />
      <Checkbox label={t("adjust.tier")} {...register("countsForTier")} />
      <ReasonField error={errors.reason?.message} {...register("reason")} />
    </FormDialog>
  );
}

function SignOutDialog({ member, onDone, onClose }: ActDialogProps) {
  const { t } = useTranslation(membersTexts);
  const signOut = useSignMemberOut(member.id);
  return (
    <ReasonDialog
      title={t("signOut.title", { name: member.name })}
      text={t("signOut.text")}
      confirmLabel={t("signOut.do")}
      failed={t("failed")}
      onConfirm={async (why) => {
        const { sessionCount, passkeyCount } = await signOut.mutateAsync(why);
        const sentences = [
          t("signOut.sessions", { count: sessionCount }),
          t("signOut.passkeys", { count: passkeyCount }),
        ];
        onDone(sentences.join(" "));
      }}
      onClose={onClose}
    />
  );
}

/** Clears the wrong codes of a number; of a member it is `number` as the record has it, "+60 123456789". */
export function UnlockDialog(props: {
  number?: string;
  onDone: (sentence: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(membersTexts);
  const unlock = useUnlockNumber();
  const codes = useCallingCodes().data ?? [];
  const [ownCode = HOME_CALLING_CODE, ownNumber = ""] = (props.number ?? "")
    .replace(/^\+/, "")
    .split(" ")
    .filter(Boolean);
  const [codeId, setCodeId] = useState<number>();
  const form = useForm({
    defaultValues: { number: ownNumber, reason: "" },
    resolver: valibotResolver(
      v.object({
        number: v.pipe(v.string(), v.trim(), v.nonEmpty(t("find.missing"))),
        reason: useReasonRule({ required: true }),
      }),
    ),
  });
  const { errors } = form.formState;
  const { field } = useController({ control: form.control, name: "number" });
  const code = codes.find(({ id }) => id === codeId) ?? codes.find(({ name }) => name === ownCode);
  return (
    <FormDialog
      form={form}
      title={t("unlock.title")}
      text={t("unlock.text")}
      confirmLabel={t("unlock.do")}
      failed={t("failed")}
      onConfirm={async ({ number: mobileNumber, reason }) => {
        const callingCode = code?.name ?? ownCode;
        const typed = { callingCode, mobileNumber, reason };
        const { failureCount: count } = await unlock.mutateAsync(typed);
        props.onDone(count === 0 ? t("unlock.none") : t("unlock.done", { count }));
      }}
      onClose={props.onClose}
    >
      <PhoneField
        required
        label={t("fields.mobileNumber")}
        callingCodes={codes}
        callingCodeId={code?.id}
        onCallingCodeChange={setCodeId}
        number={field.value}
        onNumberChange={field.onChange}
        error={errors.number?.message}
        input={{ autoComplete: "off" }}
      />
      <ReasonField error={errors.reason?.message} {...form.register("reason")} />
    </FormDialog>
  );
}

function ExportDialog({ member, onDone, onClose }: ActDialogProps) {
  const { t } = useTranslation(membersTexts);
  const exported = useExportMember(member.id);
  return (
    <ReasonDialog
      title={t("export.title", { name: member.name })}
      text={t("export.text")}
      confirmLabel={t("export.do")}
      failed={t("failed")}
      onConfirm={async (why) => {
        const content = await exported.mutateAsync(why);
        const name = `member-${member.id}.json`;
        const type = "application/json";
        saveFile(name, new Blob([JSON.stringify(content, null, 2)], { type }));
        onDone(t("export.done", { name }));
      }}
      onClose={onClose}
    />
  );
}

function EraseDialog({ member, onDone, onClose }: ActDialogProps) {
  const { t } = useTranslation(membersTexts);
  const erase = useEraseMember(member.id);
  return (
    <ReasonDialog
      danger
      title={t("erase.title", { name: member.name })}
      text={t("erase.text")}
      confirmLabel={t("erase.do")}
      failed={t("failed")}
      onConfirm={async (why) => {
        await erase.mutateAsync(why);
        onDone(t("erase.done", { id: member.id }));
      }}
      onClose={onClose}
    />
  );
}
