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
import { useState } from "react";

import { Choice } from "../../enquiry/choice.tsx";
import { enquiryDraft } from "../../enquiry/enquiry-draft.ts";
import { EnquiryForm } from "../../enquiry/enquiry-form.tsx";
import { useEnquiry, type Problems } from "../../enquiry/use-enquiry.ts";
import { FileField } from "../../primitives/file-field.tsx";
import { TextAreaField } from "../../primitives/field.tsx";
import { TextField } from "../../primitives/field.tsx";
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

const FILE_REASONS = [
  "kind",
  "empty",
  "size",
  "name",
  "content",
  "macros",
  "active",
  "locked",
  "virus",
  "broken",
] as const;

function refused(field: string, { body }: ApiError): string {
  if (field === "email") return say("emailInvalid");
  if (field === "phoneNumber") return say("phoneInvalid");
  const reason = FILE_REASONS.find((known) => known === (body as { reason?: string }).reason);
  return say(field === "attachedFile" && reason ? `file.${reason}` : "entryInvalid");
}

/** The application of spec 001 §2: seven fields, and a CV for who has one. */
export function ApplicationForm() {
  const t = useTexts(applicationTexts);
  const [file, setFile] = useState<File | null>(null);
  const fileProblem = file && attachmentProblem(file);
  const { frame, problems, settle, tied } = useEnquiry<Values>({
    empty: EMPTY,
    draft,
    fieldOf,
    failure,
    refused,
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
      <Choice
        {...field("applyDepartment")}
        first={t("choose")}
        choices={DEPARTMENTS.map(({ name }) => name)}
      />
      <Choice
        {...field("preferredLocation")}
        first={t("choose")}
        choices={PLACES.map(({ name }) => name)}
      />
      <FileField
        label={t("fields.attachedFile")}
        hint={t("hints.attachedFile")}
        accept={ATTACHMENT_ACCEPT}
        error={fileProblem ? t(`file.${fileProblem}`) : problems.attachedFile}
        file={file}
        onChoose={(chosen) => {
          setFile(chosen);
          settle("attachedFile");
        }}
      />
    </EnquiryForm>
  );
}
