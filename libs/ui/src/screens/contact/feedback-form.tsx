import { ApiError, sendFeedback } from "@loyalty/api-client";

import { brandKeys } from "../../brand/brand-key.ts";
import { brands } from "../../brand/brands.ts";
import { feedbackOutletsOf } from "../../content/outlets.ts";
import { enquiryDraft } from "../../enquiry/enquiry-draft.ts";
import { EnquiryForm } from "../../enquiry/enquiry-form.tsx";
import { useEnquiry, type Problems } from "../../enquiry/use-enquiry.ts";
import { SelectField } from "../../primitives/field.tsx";
import { TextAreaField } from "../../primitives/field.tsx";
import { TextField } from "../../primitives/field.tsx";
import { feedbackTexts } from "../../texts/feedback.ts";
import { useTexts } from "../../texts/use-texts.ts";

/** The fields of spec 001 §3. */
const EMPTY = { name: "", phoneNumber: "", outlet: "", message: "" };
type Values = typeof EMPTY;
const names = Object.keys(EMPTY) as (keyof Values)[];

const draft = enquiryDraft("feedbackDraft", EMPTY);

const fieldOf = {
  FullName: "name",
  MobileNumber: "phoneNumber",
  OutletName: "outlet",
  Remarks: "message",
} as const;

const { say } = feedbackTexts;

function check(values: Values): Problems<string> {
  const missing = names.filter((name) => values[name].trim() === "");
  return Object.fromEntries(missing.map((name) => [name, say(`required.${name}`)]));
}

/** An answer that says no is one thing, no answer another (spec 001 §8). */
function failure(error: unknown): string {
  const answered = error instanceof ApiError && error.status !== 0;
  return say(answered ? "failed.answer" : "failed.exception");
}

const refused = (field: string) => say(field === "phoneNumber" ? "phoneInvalid" : "entryInvalid");

async function send(values: Values): Promise<string> {
  await sendFeedback({
    fullName: values.name.trim(),
    mobileNumber: values.phoneNumber.trim(),
    outletName: values.outlet,
    remarks: values.message.trim(),
  });
  return say("success");
}

/** The feedback form of spec 001 §2: all four fields are asked for. */
export function FeedbackForm() {
  const t = useTexts(feedbackTexts);
  const { frame, tied } = useEnquiry<Values>({
    empty: EMPTY,
    draft,
    fieldOf,
    failure,
    refused,
    check,
    send,
  });

  const field = (name: keyof Values) => ({ ...tied(name), label: t(`fields.${name}`) });

  return (
    <EnquiryForm
      label={t("title")}
      submitLabel={t("submit")}
      sendingLabel={t("sending")}
      {...frame}
    >
      <TextField {...field("name")} autoComplete="name" maxLength={400} />
      <TextField {...field("phoneNumber")} type="tel" autoComplete="tel" maxLength={40} />
      <SelectField {...field("outlet")}>
        <option value="">{t("choose")}</option>
        {brandKeys.map((key) => (
          <optgroup key={key} label={brands[key].name}>
            {feedbackOutletsOf(key).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <TextAreaField {...field("message")} rows={5} maxLength={4000} />
    </EnquiryForm>
  );
}
