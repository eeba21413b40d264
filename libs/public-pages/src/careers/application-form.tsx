import { sendApplication } from "@loyalty/api-client/enquiries";
import { ApiError } from "@loyalty/api-client/errors";
import { ATTACHMENT_ACCEPT, attachmentProblem } from "@loyalty/api-client/rules/enquiries";
import { useContent } from "@loyalty/content/content";
import { openingsContent } from "@loyalty/content/openings";
import { SelectField, TextAreaField, TextField } from "@loyalty/ui/field";
import { FileField } from "@loyalty/ui/file-field";
import { formDraft } from "@loyalty/ui/form";
import { i18n } from "@loyalty/ui/i18n";
import { useController } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";

import { EnquiryForm, useEnquiryForm } from "../components/enquiry-form.tsx";
import { applicationTexts } from "./texts.ts";
import en from "./texts/en/application.json";

/** The fields of spec 001 §3. */
const EMPTY = {
  fullName: "",
  email: "",
  icNumber: "",
  phoneNumber: "",
  homeAddress: "",
  applyDepartment: "",
  preferredLocation: "",
  attachedFile: null as File | null,
};
type Values = typeof EMPTY;
type TextName = Exclude<keyof Values, "attachedFile">;

/** The number of an identity card is not left behind in a browser. */
const draft = formDraft("careerDraft", EMPTY, ["icNumber", "attachedFile"]);

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

/** What looks like an address; nothing at all is another error. */
const EMAIL = /^([^\s@]+@[^\s@]+\.[^\s@]+)?$/;

const required = (name: TextName) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(() => i18n.t(`required.${name}`, { ns: applicationTexts })),
  );

const schema = v.object({
  fullName: required("fullName"),
  email: v.pipe(
    required("email"),
    v.regex(EMAIL, () => i18n.t("emailInvalid", { ns: applicationTexts })),
  ),
  icNumber: required("icNumber"),
  phoneNumber: required("phoneNumber"),
  homeAddress: required("homeAddress"),
  applyDepartment: required("applyDepartment"),
  preferredLocation: required("preferredLocation"),
  attachedFile: v.pipe(
    v.nullable(v.file()),
    v.check(
      (file) => fileError(file) === null,
      ({ input }) => fileError(input)!,
    ),
  ),
});

/** What is wrong with a file that was chosen, or null. */
function fileError(file: File | null): string | null {
  const problem = file && attachmentProblem(file);
  return problem && i18n.t(`file.${problem}`, { ns: applicationTexts });
}

/** Nothing answered is one thing, something that went wrong with us another (spec 001 §8). */
function failure(error: unknown): string {
  const unreachable = error instanceof ApiError && error.status === 0;
  return i18n.t(unreachable ? "failed.request" : "failed.unexpected", { ns: applicationTexts });
}

const isFileReason = (reason: string | undefined): reason is keyof typeof en.file =>
  reason !== undefined && Object.hasOwn(en.file, reason);

function refused(field: string, { body }: ApiError): string {
  if (field === "email") return i18n.t("emailInvalid", { ns: applicationTexts });
  if (field === "phoneNumber") return i18n.t("phoneInvalid", { ns: applicationTexts });
  const { reason } = body as { reason?: string };
  const isAboutFile = field === "attachedFile" && isFileReason(reason);
  return i18n.t(isAboutFile ? `file.${reason}` : "entryInvalid", { ns: applicationTexts });
}

async function send(values: Values): Promise<string> {
  const application = {
    FullName: values.fullName,
    Email: values.email,
    MobileNumber: values.phoneNumber,
    IdentificationNumber: values.icNumber,
    Address: values.homeAddress,
    AppliedDepartment: values.applyDepartment,
    PrefferedLocation: values.preferredLocation,
  };
  await sendApplication(application, values.attachedFile);
  return i18n.t("success", { ns: applicationTexts });
}

/** The application of spec 001 §2: seven fields, and a CV for who has one. */
export function ApplicationForm() {
  const { t } = useTranslation(applicationTexts);
  const { departments, places } = useContent(openingsContent);
  const { form, frame, fieldProps, errorOf } = useEnquiryForm<Values>({
    empty: EMPTY,
    draft,
    schema,
    send,
    fieldOf,
    refused,
    failure,
  });
  const { field: file } = useController({ control: form.control, name: "attachedFile" });

  function chooseFile(chosen: File | null) {
    file.onChange(chosen);
    const message = fileError(chosen);
    if (message) form.setError("attachedFile", { message });
    else form.clearErrors("attachedFile");
  }

  const field = (name: TextName) => ({ ...fieldProps(name), label: t(`fields.${name}`) });

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
      <SelectField {...field("applyDepartment")}>
        <Options first={t("choose")} options={departments} />
      </SelectField>
      <SelectField {...field("preferredLocation")}>
        <Options first={t("choose")} options={places} />
      </SelectField>
      <FileField
        label={t("fields.attachedFile")}
        hint={t("hints.attachedFile")}
        accept={ATTACHMENT_ACCEPT}
        error={errorOf("attachedFile")}
        ref={file.ref}
        file={file.value}
        onChoose={chooseFile}
      />
    </EnquiryForm>
  );
}

/** One of a list. The values are what the wire wants, and what readers know the jobs and places by. */
function Options({ first, options }: { first: string; options: readonly { name: string }[] }) {
  return (
    <>
      <option value="">{first}</option>
      {options.map(({ name }) => (
        <option key={name}>{name}</option>
      ))}
    </>
  );
}
