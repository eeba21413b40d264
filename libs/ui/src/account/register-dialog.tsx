import { useOutlets } from "@loyalty/api-client/react/outlets.ts";
import { withQueries } from "@loyalty/api-client/react/query-client.tsx";
import { malaysianDate, OLDEST_BIRTH } from "@loyalty/api-client/rules/calendar.ts";
import { REFERRAL_CODE_MAX_LENGTH } from "@loyalty/api-client/session/token-store.ts";
import { lazy, useEffect, useId, useRef, useState } from "react";
import { type UseFormRegisterReturn, useWatch } from "react-hook-form";

import { formatList } from "../i18n/formats.ts";
import { useTexts } from "../i18n/i18n.ts";
import { RichText } from "../i18n/rich-text.tsx";
import { Button } from "../primitives/button.tsx";
import { Checkbox, RadioGroup } from "../primitives/choice.tsx";
import { Dialog } from "../primitives/dialog.tsx";
import { SelectField, SuggestField, TextField } from "../primitives/field.tsx";
import { LazyBoundary } from "../primitives/lazy-boundary.tsx";
import { CODE_LENGTH } from "../primitives/otp-field.tsx";
import { Failed } from "../primitives/states.tsx";
import type { LegalDocument } from "../public-pages/legal.tsx";
import { registerTexts } from "../texts/register.ts";
import { BrandedTitle } from "./branded-title.tsx";
import { closeDialog, openDialog, showLoadFailed } from "./dialogs.ts";
import { PhoneNumberField, type useTypedNumber } from "./number-fields.tsx";
import {
  NotAMemberYet,
  NumberProof,
  type NumberProofState,
  useNumberProof,
} from "./number-proof.tsx";
import { OCCUPATIONS } from "./occupations.ts";
import styles from "./register-dialog.module.css";
import {
  GENDERS,
  RACES,
  type RegistrationFields,
  type RegistrationFields as Form,
  REQUIRED_FIELDS,
  useRegistrationForm,
} from "./registration-form.ts";
import type { ProvedNumber } from "./use-code-request.ts";
import { useJoining } from "./use-joining.ts";

const LegalViewer = lazy(async () => ({
  default: (await import("../public-pages/legal-viewer.tsx")).LegalViewer,
}));

interface RegisterDialogProps {
  proved?: ProvedNumber;
  onRegistered: () => void;
  /** The number was a member's already, who is signed in now. */
  onSignedIn: () => void;
}

const close = () => closeDialog("register");

/** "Join as Member" of spec 000 §2: a click on the overlay leaves it open, and what was typed is kept. */
export const RegisterDialog = withQueries(function RegisterDialog({
  proved,
  onRegistered,
  onSignedIn,
}: RegisterDialogProps) {
  const t = useTexts(registerTexts);
  const { reading, read, closeReading } = useReading();
  const form = useRegistrationForm(proved);
  const proof = useNumberProof(form, proved);
  const { join, joining, welcomed } = useJoining(form, proof, {
    onRegistered: () => {
      close();
      onRegistered();
    },
    onSignedIn: () => {
      close();
      onSignedIn();
    },
    onMustSignIn: () => openDialog("sign-in"),
  });

  return (
    <Dialog
      open
      onClose={close}
      title={<BrandedTitle>{t("title")}</BrandedTitle>}
      titleHidden={welcomed !== null}
      description={welcomed ? undefined : t("intro")}
      closeOnOverlay={false}
    >
      {welcomed ? (
        <Welcome name={welcomed.name} />
      ) : (
        <form noValidate className={styles.form} onSubmit={(event) => void join(event)}>
          <NotAMemberYet proof={proof} />
          <RegistrationFields form={form} typed={proof.typed} />
          <TermsAgreement form={form} onRead={read} />
          <NumberProof proof={proof} />
          <JoinButton form={form} proof={proof} joining={joining} />
          <p className={styles.other}>
            {t("alreadyMember")}{" "}
            <Button variant="link" onClick={() => openDialog("sign-in")}>
              {t("signIn")}
            </Button>
          </p>
        </form>
      )}
      {reading && (
        <LazyBoundary
          onError={() => {
            closeReading();
            showLoadFailed();
          }}
        >
          <LegalViewer document={reading} onClose={closeReading} />
        </LazyBoundary>
      )}
    </Dialog>
  );
});

/** The document that is being read over the form; the focus goes back to the words that opened it. */
function useReading() {
  const [reading, setReading] = useState<LegalDocument | null>(null);
  const opener = useRef<HTMLElement>(null);

  useEffect(() => {
    if (reading === null) opener.current?.focus();
  }, [reading]);

  const read = (document: LegalDocument, from: HTMLElement) => {
    opener.current = from;
    setReading(document);
  };
  return { reading, read, closeReading: () => setReading(null) };
}

interface RegistrationFieldsProps {
  form: Form;
  typed: ReturnType<typeof useTypedNumber>;
}

/** Who the new member is, in the order of spec 000 §2. */
export function RegistrationFields({ form, typed }: RegistrationFieldsProps) {
  const t = useTexts(registerTexts);
  const { register } = form;
  const { errors } = form.formState;

  return (
    <>
      <TextField
        label={t("name")}
        required
        autoComplete="name"
        error={errors.name?.message}
        {...register("name")}
      />
      <PhoneNumberField
        form={form}
        typed={typed}
        label={t("phoneLabel")}
        required
        error={errors.phoneNumber?.message}
      />
      <RadioGroup
        label={t("gender")}
        required
        layout="chips"
        choices={GENDERS.map(({ value, text }) => ({ value, label: t(text) }))}
        field={register("gender")}
        error={errors.gender?.message}
      />
      <RadioGroup
        label={t("race")}
        required
        layout="chips"
        choices={RACES.map(({ value, text }) => ({ value, label: t(text) }))}
        field={register("race")}
        error={errors.race?.message}
      />
      <TextField
        label={t("dateOfBirth")}
        hint={t("dateOfBirthWhy")}
        required
        type="date"
        autoComplete="bday"
        min={OLDEST_BIRTH}
        max={malaysianDate()}
        error={errors.dateOfBirth?.message}
        {...register("dateOfBirth")}
      />
      <SuggestField
        label={t("occupation")}
        autoComplete="organization-title"
        suggestions={OCCUPATIONS}
        error={errors.occupation?.message}
        {...register("occupation")}
      />
      <OutletField field={register("registerOutlet")} error={errors.registerOutlet?.message} />
      <TextField
        label={t("referralCode")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={REFERRAL_CODE_MAX_LENGTH}
        error={errors.referralCode?.message}
        {...register("referralCode")}
      />
    </>
  );
}

interface OutletFieldProps {
  field: UseFormRegisterReturn;
  error?: string | undefined;
}

/** The open outlets to choose from; without them the form cannot be sent, so another try is offered. */
export function OutletField({ field, error }: OutletFieldProps) {
  const t = useTexts(registerTexts);
  const { data: outlets, isPending, isError, isFetching, refetch } = useOutlets();

  if (isError) {
    return (
      <Failed
        text={t("outletsFailed")}
        retryLabel={t("retry")}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    // Made anew when its options have come: a list cannot show a choice that it does not hold yet.
    <SelectField
      key={isPending ? "loading" : "loaded"}
      label={t("registerOutlet")}
      required
      error={error}
      {...field}
    >
      <option value="">{t(isPending ? "outletsLoading" : "chooseOutlet")}</option>
      {outlets?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

interface TermsAgreementProps {
  form: RegistrationFields;
  onRead: (document: LegalDocument, from: HTMLElement) => void;
}

/** The box that must be ticked, with both documents to read beside it. */
export function TermsAgreement({ form, onRead }: TermsAgreementProps) {
  // Inside the label: preventDefault keeps the press from ticking the box as well.
  const reader = (document: LegalDocument) => (
    <Button
      variant="link"
      onClick={(event) => {
        event.preventDefault();
        onRead(document, event.currentTarget);
      }}
    />
  );
  return (
    <Checkbox
      label={
        <RichText
          texts={registerTexts}
          name="agree"
          parts={{ terms: reader("terms"), privacy: reader("privacy") }}
        />
      }
      {...form.register("agreeToTerms")}
    />
  );
}

interface JoinButtonProps {
  form: RegistrationFields;
  proof: NumberProofState;
  joining: boolean;
}

/** Join Now: disabled until the terms are agreed to (spec 000 §5), and it says what is still needed. */
export function JoinButton({ form, proof, joining }: JoinButtonProps) {
  const t = useTexts(registerTexts);
  const id = useId();
  const agreed = useWatch({ control: form.control, name: "agreeToTerms" });
  const missing = useMissing(form, proof).map((what) => t(`missing.${what}`));

  return (
    <div className={styles.join}>
      <Button
        type="submit"
        size="lg"
        wide
        busy={joining}
        disabled={!agreed}
        aria-describedby={missing.length > 0 ? id : undefined}
      >
        {joining ? t("joining") : t("joinNow")}
      </Button>
      {missing.length > 0 && (
        <p id={id} className={styles.missing}>
          {t("missing.intro", { list: formatList(missing) })}
        </p>
      )}
    </div>
  );
}

/** What is still missing, in the order of the form. */
function useMissing({ control }: RegistrationFields, { ticket, request, code }: NumberProofState) {
  const values = useWatch({ control });
  const blank = REQUIRED_FIELDS.filter((field) => !values[field]?.trim());
  const needsCode = ticket === null && code.length < CODE_LENGTH;
  return [
    ...blank,
    ...(values.agreeToTerms ? [] : (["terms"] as const)),
    ...(needsCode ? ([request.sentTo ? "otp" : "otpRequest"] as const) : []),
  ];
}

/** What the dialog shows while the new member is being signed in. */
export function Welcome({ name }: { name: string }) {
  const t = useTexts(registerTexts);
  return (
    <div className={styles.welcome}>
      <svg viewBox="0 0 96 96" aria-hidden="true" className={styles.welcomeMark}>
        <circle cx="48" cy="48" r="44" className={styles.plate} />
        <circle cx="48" cy="48" r="33" className={styles.rim} />
        <path d="M32 49.5 43.5 61 66 37" className={styles.tick} />
      </svg>
      <p className={styles.welcomeName}>{t("welcome", { name })}</p>
      <p className={styles.welcomeNext}>{t("welcomeNext")}</p>
    </div>
  );
}
