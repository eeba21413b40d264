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

import { Choice } from "../../enquiry/choice.tsx";
import { enquiryDraft } from "../../enquiry/enquiry-draft.ts";
import { EnquiryForm } from "../../enquiry/enquiry-form.tsx";
import { useEnquiry, type Problems } from "../../enquiry/use-enquiry.ts";
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
  const { frame, problems, tied } = useEnquiry<Values>({
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

  const field = (name: keyof Values) => ({ ...tied(name), label: t(`fields.${name}`) });

  return (
    <EnquiryForm
      label={t("title")}
      submitLabel={t("submit")}
      sendingLabel={t("submitting")}
      {...frame}
    >
      <TextField {...field("fullName")} autoComplete="name" maxLength={400} />
      <TextField {...field("email")} type="email" autoComplete="email" maxLength={254} />
      <TextField {...field("icNumber")} hint={t("hints.icNumber")} autoComplete="off" />
      <TextField {...field("phoneNumber")} type="tel" autoComplete="tel" />
      <TextAreaField {...field("homeAddress")} rows={3} autoComplete="street-address" />
      <Choice {...field("applyDepartment")} first={t("choose")} choices={DEPARTMENTS} />
      <Choice {...field("preferredLocation")} first={t("choose")} choices={PLACES} />
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
