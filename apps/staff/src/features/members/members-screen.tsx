import { valibotResolver } from "@hookform/resolvers/valibot";
import { messageOf } from "@loyalty/api-client/errors";
import { useCallingCodes } from "@loyalty/api-client/react/outlets";
import { Grid, Stack } from "@loyalty/ui/layout";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { SelectField, TextField } from "@loyalty/ui/field";
import { showToast } from "@loyalty/ui/toast";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import * as v from "valibot";

import { DayFormField } from "../../components/day-field.tsx";
import { outletOptions } from "../../components/filters.tsx";
import { useReasonRule } from "../../components/form-dialog.tsx";
import { Buttons, Page } from "../../components/page.tsx";
import { readMember } from "../../components/scanned.ts";
import { dayRule } from "../../components/typed-day.ts";
import { type MemberSearch, type MemberView, useFindMember } from "../../queries/members.ts";
import { hasPermission, type Me, useMe } from "../../queries/session.tsx";
import { membersTexts } from "../../texts/members.ts";
import { UnlockDialog } from "./member-acts.tsx";
import { MemberList } from "./member-list.tsx";
import { MemberPage } from "./member-page.tsx";

const WAYS = ["number", "receipt", "id"] as const;
type Way = (typeof WAYS)[number];

/** As the API's `has_to_say_why`: the help desk opens a record for a request alone. */
const hasToSayWhy = ({ grants }: Me) =>
  grants.some(({ role }) => role === "help-desk") &&
  !grants.some(({ role }) => role === "head-office");

/**
 * /members: a member is looked up, and their record shown. The address holds the id of the one that is shown; opened
 * again, it is filled in to look them up again, for each look-up is logged.
 */
export default function MembersScreen() {
  const { t } = useTranslation(membersTexts);
  const { data: me } = useMe();
  const [search, setSearch] = useSearchParams();
  const find = useFindMember();
  const [found, setFound] = useState<MemberView | null>(null);
  const [erased, setErased] = useState("");
  const id = search.get("id") ?? "";
  if (!me) return null;

  const show = async (how: MemberSearch) => {
    const member = await find.mutateAsync(how);
    setErased("");
    setFound(member);
    setSearch({ id: String(member.id) });
  };
  const readAgain = async (memberId: number, reason: string) => {
    try {
      setFound(await find.mutateAsync({ memberId, reason }));
    } catch (error) {
      showToast("error", messageOf(error, t("oldRecord")), 5);
    }
  };
  const leave = (sentence = "") => {
    setErased(sentence);
    setFound(null);
    setSearch({});
  };

  if (found && String(found.id) === id) {
    return (
      <MemberPage
        key={found.id}
        member={found}
        onChanged={(reason) => readAgain(found.id, reason)}
        onErased={(sentence) => leave(sentence)}
        onLeave={() => leave()}
      />
    );
  }
  return (
    <Page
      title={t("title")}
      action={hasPermission(me, "POST /staff/number/unlock") && <UnlockNumber />}
    >
      {erased && <Alert kind="success">{erased}</Alert>}
      <FindForm
        key={Object.values(firstOf(search)).join(" ")}
        me={me}
        first={firstOf(search)}
        onFind={show}
      />
      {hasPermission(me, "GET /staff/member") && <MemberList />}
    </Page>
  );
}

function UnlockNumber() {
  const { t } = useTranslation(membersTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {t("unlock.do")}
      </Button>
      {isOpen && (
        <UnlockDialog
          onDone={(sentence) => showToast("success", sentence, 8)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** What the address says to look up; each look-up is logged, so that a user presses the button. */
function firstOf(search: URLSearchParams): { way: Way; value: string } {
  const id = search.get("id");
  return id ? { way: "id", value: id } : { way: "number", value: search.get("number") ?? "" };
}

interface FindFormProps {
  me: Me;
  /** Of the address. */
  first: { way: Way; value: string };
  onFind: (how: MemberSearch) => Promise<void>;
}

function FindForm({ me, first, onFind }: FindFormProps) {
  const { t } = useTranslation(membersTexts);
  const { data: codes } = useCallingCodes();
  const required = hasToSayWhy(me);
  const reason = useReasonRule({ required });
  const { register, handleSubmit, setError, setValue, control, formState } = useForm({
    defaultValues: {
      ...first,
      outletId: "",
      day: "",
      reason: "",
    },
    resolver: valibotResolver(
      v.object({
        way: v.picklist(WAYS),
        value: v.pipe(v.string(), v.trim(), v.minLength(1, t("find.missing"))),
        outletId: v.string(),
        day: dayRule(),
        reason,
      }),
    ),
  });
  const way = useWatch({ control, name: "way" });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (typed) => {
    const how = wayOf(
      typed.way,
      typed.value,
      codes?.map(({ name }) => name),
    );
    if (how === null) {
      setError("value", { message: t(typed.way === "id" ? "find.noId" : "find.noNumber") });
      return;
    }
    try {
      await onFind({
        ...how,
        ...(typed.way === "receipt" && typed.outletId && { outletId: Number(typed.outletId) }),
        ...(typed.way === "receipt" && typed.day && { businessDay: typed.day }),
        ...(typed.reason && { reason: typed.reason }),
      });
    } catch (error) {
      setError("root", { message: messageOf(error, t("find.failed")) });
    }
  });

  return (
    <Stack as="form" noValidate gap={4} onSubmit={(event) => void submit(event)}>
      <p>{t("find.text")}</p>
      {errors.root && <Alert kind="error">{errors.root.message}</Alert>}
      <Grid gap={3} columns="wide" align="start">
        <SelectField
          label={t("find.way")}
          {...register("way", { onChange: () => setValue("value", "") })}
        >
          {WAYS.map((each) => (
            <option key={each} value={each}>
              {t(`find.${each}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          required
          label={t(`find.${way}`)}
          hint={way === "number" ? t("find.numberHint") : undefined}
          autoComplete="off"
          maxLength={40}
          error={errors.value?.message}
          {...(way === "id" ? { inputMode: "numeric" } : { autoCapitalize: "characters" })}
          {...register("value")}
        />
        {way === "receipt" && (
          <>
            {me.outlets.length > 1 && (
              <SelectField label={t("find.outlet")} {...register("outletId")}>
                <option value="">{t("find.anyOutlet")}</option>
                {outletOptions(me.outlets)}
              </SelectField>
            )}
            <DayFormField label={t("find.day")} control={control} name="day" />
          </>
        )}
        <TextField
          label={t(required ? "find.why" : "find.whyOptional")}
          hint={t("find.whyHint")}
          required={required}
          autoComplete="off"
          error={errors.reason?.message}
          {...register("reason")}
        />
      </Grid>
      <Buttons>
        <Button type="submit" busy={isSubmitting}>
          {t("find.do")}
        </Button>
      </Buttons>
    </Stack>
  );
}

/** What is asked for; null for what is no id, or neither a number nor a card. */
function wayOf(way: Way, value: string, codes: readonly string[] | undefined): MemberSearch | null {
  if (way === "receipt") return { receiptNumber: value };
  if (way === "id") return /^[1-9][0-9]{0,17}$/.test(value) ? { memberId: Number(value) } : null;
  const read = readMember(value, codes);
  return read && !("memberId" in read) ? read : null;
}
