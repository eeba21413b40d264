import { sendFeedback } from "@loyalty/api-client/enquiries";
import { ApiError } from "@loyalty/api-client/errors";
import { feedbackOutletsOf, useOutlets } from "@loyalty/content/outlets";
import { brandKeys, brands } from "@loyalty/ui/brands";
import { SelectField, TextAreaField, TextField } from "@loyalty/ui/field";
import { formDraft } from "@loyalty/ui/form";
import { i18n } from "@loyalty/ui/i18n";
import { useTranslation } from "react-i18next";
import * as v from "valibot";

import { EnquiryForm, useEnquiryForm } from "../components/enquiry-form.tsx";
import { feedbackTexts } from "./texts.ts";

/** The fields of spec 001 §3. */
const EMPTY = { name: "", phoneNumber: "", outlet: "", message: "" };
type Values = typeof EMPTY;

const draft = formDraft("feedbackDraft", EMPTY);

const fieldOf = {
  FullName: "name",
  MobileNumber: "phoneNumber",
  OutletName: "outlet",
  Remarks: "message",
} as const;

const required = (name: keyof Values) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(() => i18n.t(`required.${name}`, { ns: feedbackTexts })),
  );

const schema = v.object({
  name: required("name"),
  phoneNumber: required("phoneNumber"),
  outlet: required("outlet"),
  message: required("message"),
});

/** An answer that says no is one thing, no answer another (spec 001 §8). */
function failure(error: unknown): string {
  const answered = error instanceof ApiError && error.status !== 0;
  return i18n.t(answered ? "failed.answer" : "failed.exception", { ns: feedbackTexts });
}

const refused = (field: string) =>
  i18n.t(field === "phoneNumber" ? "phoneInvalid" : "entryInvalid", { ns: feedbackTexts });

async function send(values: Values): Promise<string> {
  await sendFeedback({
    FullName: values.name,
    MobileNumber: values.phoneNumber,
    OutletName: values.outlet,
    Remarks: values.message,
  });
  return i18n.t("success", { ns: feedbackTexts });
}

/** The feedback form of spec 001 §2: all four fields are asked for. */
export function FeedbackForm() {
  const { t } = useTranslation(feedbackTexts);
  const outlets = useOutlets();
  const { frame, fieldProps } = useEnquiryForm<Values>({
    empty: EMPTY,
    draft,
    schema,
    send,
    fieldOf,
    refused,
    failure,
  });

  const field = (name: keyof Values) => ({ ...fieldProps(name), label: t(`fields.${name}`) });

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
            {feedbackOutletsOf(outlets, key).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <TextAreaField {...field("message")} rows={5} maxLength={4000} />
    </EnquiryForm>
  );
}
