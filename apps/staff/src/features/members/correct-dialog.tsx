import { valibotResolver } from "@hookform/resolvers/valibot";
import { SelectField, TextField } from "@loyalty/ui/field";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";

import { DayFormField } from "../../components/day-field.tsx";
import { outletOptions } from "../../components/filters.tsx";
import { FormDialog, ReasonField, useReasonRule } from "../../components/form-dialog.tsx";
import { dayRule } from "../../components/typed-day.ts";
import type { MemberView } from "../../queries/members.ts";
import { useMe } from "../../queries/session.tsx";
import { membersTexts } from "../../texts/members.ts";
import { type Correction, useCorrectMember } from "./queries.ts";

const GENDERS = [1, 2, 99] as const;
const RACES = [1, 2, 3, 99] as const;

/** What came of an act: done, or it waits for another person. */
export interface Outcome {
  kind: "success" | "info";
  sentence: string;
}

export interface ChangeDialogProps {
  member: MemberView;
  onDone: (outcome: Outcome) => void;
  onChanged: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** Corrects a member's record, or proposes it. A field whose value the user does not see is empty, and left empty stays as it is. */
export function CorrectDialog({ member, onDone, onChanged, onClose }: ChangeDialogProps) {
  const { t } = useTranslation(membersTexts);
  const { data: me } = useMe();
  const correct = useCorrectMember(member.id);
  const before = typedOf(member);
  const form = useForm({
    defaultValues: { ...before, reason: "" },
    resolver: valibotResolver(
      v.pipe(
        v.object({ ...TYPED, dateOfBirth: dayRule(), reason: useReasonRule({ required: true }) }),
        v.forward(
          v.check(
            (typed) => Object.keys(changesOf(before, typed)).length > 0,
            t("correct.unchanged"),
          ),
          ["name"],
        ),
      ),
    ),
  });
  const { register, formState } = form;
  const { errors } = formState;
  /** What a masked field says below it. */
  const hint = (now: string | null) =>
    member.isWhole ? undefined : t("correct.hidden", { now: now ?? "–" });

  const unseen = member.isWhole ? undefined : t("correct.unseen");

  const send = async ({ reason, ...typed }: Typed & { reason: string }) => {
    const changes = changesOf(before, typed);
    const { proposalId } = await correct.mutateAsync({ ...changes, reason });
    if (proposalId === null) {
      onDone({ kind: "success", sentence: t("correct.done") });
      await onChanged(reason);
    } else {
      onDone({ kind: "info", sentence: t("correct.waits", { id: proposalId }) });
    }
  };
  return (
    <FormDialog
      form={form}
      title={t("correct.title", { name: member.name })}
      text={t("correct.text")}
      confirmLabel={t("correct.do")}
      failed={t("failed")}
      onConfirm={send}
      onClose={onClose}
    >
      <TextField
        label={t("fields.name")}
        autoComplete="off"
        maxLength={100}
        error={errors.name?.message}
        {...register("name")}
      />
      <TextField
        label={t("fields.mobileNumber")}
        hint={[hint(member.number), t("correct.numberHint")].filter(Boolean).join(" ")}
        type="tel"
        autoComplete="off"
        maxLength={40}
        {...register("mobileNumber")}
      />
      <TextField
        label={t("fields.email")}
        hint={hint(member.email)}
        type="email"
        autoComplete="off"
        maxLength={254}
        {...register("email")}
      />
      <DayFormField
        label={t("fields.dateOfBirth")}
        hint={unseen}
        control={form.control}
        name="dateOfBirth"
      />
      <SelectField label={t("fields.genderId")} {...register("genderId")}>
        {GENDERS.map((id) => (
          <option key={id} value={id}>
            {t(`genders.${id}`)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t("fields.raceId")} hint={unseen} {...register("raceId")}>
        {member.raceId === null && <option value="">–</option>}
        {RACES.map((id) => (
          <option key={id} value={id}>
            {t(`races.${id}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t("fields.occupation")}
        hint={unseen}
        autoComplete="off"
        maxLength={100}
        {...register("occupation")}
      />
      <SelectField label={t("fields.outletId")} {...register("outletId")}>
        {!me?.outlets.some(({ id }) => id === member.outletId) && (
          <option value={before.outletId}>{member.outletName ?? "–"}</option>
        )}
        {outletOptions(me?.outlets)}
      </SelectField>
      <ReasonField error={errors.reason?.message} {...register("reason")} />
    </FormDialog>
  );
}

const TYPED = {
  name: v.string(),
  mobileNumber: v.string(),
  email: v.string(),
  dateOfBirth: v.string(),
  genderId: v.string(),
  raceId: v.string(),
  occupation: v.string(),
  outletId: v.string(),
} satisfies Record<keyof Correction, unknown>;
type Typed = Record<keyof typeof TYPED, string>;

/** The record as the fields hold it: the number without its calling code, nothing for what is masked. */
function typedOf(member: MemberView): Typed {
  const { isWhole } = member;
  return {
    name: member.name,
    mobileNumber: isWhole ? (member.number.split(" ")[1] ?? "") : "",
    email: isWhole ? (member.email ?? "") : "",
    dateOfBirth: member.dateOfBirth ?? "",
    // Members who chose "other" in their settings may have 3 for it (the API's rules/people.py).
    genderId: String(member.genderId === 3 ? 99 : member.genderId),
    raceId: member.raceId === null ? "" : String(member.raceId),
    occupation: member.occupation ?? "",
    outletId: member.outletId === null ? "" : String(member.outletId),
  };
}

/** What differs, as it is sent; only an e-mail can be emptied, and the API says so of the others. */
function changesOf(before: Typed, typed: Typed): Correction {
  const changes = (Object.keys(before) as (keyof Typed)[])
    .map((name) => [name, typed[name].trim()] as const)
    .filter(([name, value]) => value !== before[name])
    .map(([name, value]) => {
      if (name === "email") return [name, value || null];
      return [name, NUMBERS.has(name) ? Number(value) : value];
    });
  return Object.fromEntries(changes) as Correction;
}

const NUMBERS = new Set<keyof Typed>(["genderId", "raceId", "outletId"]);
