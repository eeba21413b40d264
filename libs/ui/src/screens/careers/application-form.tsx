import {
  ApiError,
  ATTACHMENT_ACCEPT,
  attachmentProblem,
  DEPARTMENTS,
  PLACES,
  sendApplication,
  type Department,
  type Place,
} from "@loyalty/api-client";
import { useRef, useState } from "react";

import { enquiryDraft } from "../../enquiry/enquiry-draft.ts";
import { EnquiryForm } from "../../enquiry/enquiry-form.tsx";
import { useEnquiry, type Problems } from "../../enquiry/use-enquiry.ts";
import { SelectField } from "../../primitives/field/select-field.tsx";
import { TextAreaField } from "../../primitives/field/text-area-field.tsx";
import { TextField } from "../../primitives/field/text-field.tsx";
import { applicationTexts } from "../../texts/application.ts";
import { useTexts } from "../../texts/use-texts.ts";

/** The fields of spec 001 §3, the attachment apart. */
const EMPTY = {
  fullName: "",
  email: "",
  icNumber: "",
  phoneNumber: "",
  homeAddress: "",
  applyDepartment: "",
  preferredLocation: "",
};
type Values = typeof EMPTY;
const names = Object.keys(EMPTY) as (keyof Values)[];

/** The number of an identity card is not left behind in a browser. */
const draft = enquiryDraft("careerDraft", EMPTY, ["icNumber"]);

const fieldOf = {
  FullName: "fullName",
  Email: "email",
  IdentificationNumber: "icNumber",
  MobileNumber: "phoneNumber",
  Address: "homeAddress",
  AppliedDepartment: "applyDepartment",
  PrefferedLocation: "preferredLocation",
  AttachmentFile: "attachedFile",
  AttachmentFileName: "attachedFile",
  AttachmentFileExtension: "attachedFile",
} as const;

const looksLikeAddress = (email: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim());
const { say } = applicationTexts;

function check(values: Values, file: File | null): Problems<string> {
  const missing = names.filter((name) => values[name].trim() === "");
  const found: Problems<string> = Object.fromEntries(
    missing.map((name) => [name, say(`required.${name}`)]),
  );
  if (values.email.trim() && !looksLikeAddress(values.email)) found.email = say("emailInvalid");
  const problem = file && attachmentProblem(file);
  if (problem) found.attachedFile = say(`file.${problem}`);
  return found;
}

/** Nothing answered is one thing, something that went wrong with us another (spec 001 §8). */
function failure(error: unknown): string {
  const unreachable = error instanceof ApiError && error.status === 0;
  return say(unreachable ? "failed.request" : "failed.unexpected");
}

/** The application of spec 001 §2: seven fields, and a CV for who has one. */
export function ApplicationForm() {
  const t = useTexts(applicationTexts);
  const attachment = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const { values, problems, sending, banner, form, change, submit } = useEnquiry<Values>({
    empty: EMPTY,
    draft,
    fieldOf,
    failure,
    check: (typed) => check(typed, file),
    async send(typed) {
      await sendApplication({
        fullName: typed.fullName.trim(),
        email: typed.email.trim(),
        mobileNumber: typed.phoneNumber.trim(),
        identificationNumber: typed.icNumber.trim(),
        address: typed.homeAddress.trim(),
        department: typed.applyDepartment as Department,
        place: typed.preferredLocation as Place,
        attachment: file,
      });
      setFile(null);
      if (attachment.current) attachment.current.value = "";
      return say("success");
    },
  });

  /** What ties a control to its value. */
  const tied = (name: keyof Values) => ({
    name,
    label: t(`fields.${name}`),
    required: true,
    value: values[name],
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      change(name, event.currentTarget.value),
  });

  return (
    <EnquiryForm
      label={t("title")}
      submitLabel={t("submit")}
      sendingLabel={t("submitting")}
      {...{ sending, banner }}
      ref={form}
      onSubmit={submit}
    >
      <TextField {...tied("fullName")} autoComplete="name" maxLength={400} />
      <TextField {...tied("email")} type="email" autoComplete="email" maxLength={254} />
      <TextField {...tied("icNumber")} hint={t("hints.icNumber")} autoComplete="off" />
      <TextField {...tied("phoneNumber")} type="tel" autoComplete="tel" />
      <TextAreaField {...tied("homeAddress")} rows={3} autoComplete="street-address" />
      <Choice {...tied("applyDepartment")} choices={DEPARTMENTS} />
      <Choice {...tied("preferredLocation")} choices={PLACES} />
      <TextField
        label={t("fields.attachedFile")}
        hint={t("hints.attachedFile")}
        type="file"
        ref={attachment}
        accept={ATTACHMENT_ACCEPT}
        error={problems.attachedFile}
        onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
      />
    </EnquiryForm>
  );
}

type ChoiceProps = Parameters<typeof SelectField>[0] & { choices: readonly string[] };

/** The values are what the wire wants, and what readers know the jobs and places by. */
function Choice({ choices, ...field }: ChoiceProps) {
  const t = useTexts(applicationTexts);
  return (
    <SelectField {...field}>
      <option value="">{t("choose")}</option>
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </SelectField>
  );
}
