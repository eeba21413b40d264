import { ApiError, messageOf, signInTicketOf } from "@loyalty/api-client/errors";
import { useOutlets } from "@loyalty/api-client/react/outlets";
import { useCodeSignIn, useRegister } from "@loyalty/api-client/react/sign-in";
import { malaysianDate, MIN_DATE_OF_BIRTH } from "@loyalty/api-client/rules/calendar";
import {
  codeRequests,
  pendingReferral,
  REFERRAL_CODE_MAX_LENGTH,
  session,
} from "@loyalty/api-client/session";
import { Stack } from "@loyalty/ui/layout";
import { Button } from "@loyalty/ui/button";
import { Checkbox, RadioGroup } from "@loyalty/ui/choice";
import { Dialog } from "@loyalty/ui/dialog";
import { SelectField, SuggestField, TextField } from "@loyalty/ui/field";
import { showFieldErrors } from "@loyalty/ui/form";
import { formatList } from "@loyalty/ui/formats";
import { i18n } from "@loyalty/ui/i18n";
import { LazyBoundary } from "@loyalty/ui/lazy-boundary";
import { CODE_LENGTH } from "@loyalty/ui/otp-field";
import { storedLanguage } from "@loyalty/ui/stored-language";
import { Failed } from "@loyalty/ui/states";
import textStyles from "@loyalty/ui/text.module.css";
import { showToast } from "@loyalty/ui/toast";
import {
  type ComponentProps,
  lazy,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { useWatch } from "react-hook-form";
import { Trans, useTranslation } from "react-i18next";

import { queueArrivalNotice } from "../handoff/carried.ts";
import type { LegalDocument } from "../legal/legal.tsx";
import { registerTexts } from "./texts.ts";
import { BrandedTitle } from "./branded-title.tsx";
import { closeDialog, type DialogPropsByName, openDialog, showLoadFailed } from "./dialogs.ts";
import { PhoneNumberField } from "./number-fields.tsx";
import {
  NotAMemberYet,
  NumberProof,
  type NumberProofState,
  useNumberProof,
} from "./number-proof.tsx";
import occupations from "./occupations.json";
import styles from "./register-dialog.module.css";
import {
  CHOICES,
  FIELD_OF,
  registrationDraft,
  type RegistrationForm,
  type RegistrationValues,
  REQUIRED_FIELDS,
  useRegistrationForm,
} from "./registration-form.ts";
import { inSeconds, type PhoneNumber, rememberPhoneNumber } from "./use-code-request.ts";

const LegalViewer = lazy(() => import("../legal/legal-viewer.tsx"));

type RegisterDialogProps = DialogPropsByName["register"] & { onRegistered: () => void };

/** "Join as Member" of spec 000 §2: a click on the overlay leaves it open, and what was typed is kept. */
export default function RegisterDialog(props: RegisterDialogProps) {
  const { t } = useTranslation(registerTexts);
  const form = useRegistrationForm(props.proved);
  const proof = useNumberProof(form, props.proved);
  const { join, welcomed } = useJoining(form, proof, props.onRegistered);

  return (
    <Dialog
      open
      onClose={() => closeDialog("register")}
      title={<BrandedTitle>{t("title")}</BrandedTitle>}
      titleHidden={welcomed !== null}
      description={welcomed === null ? t("intro") : undefined}
      closeOnOverlay={false}
    >
      {welcomed !== null ? (
        <Welcome name={welcomed} />
      ) : (
        <Stack as="form" noValidate gap={4} onSubmit={(event) => void join(event)}>
          <NotAMemberYet proof={proof} />
          <PersonFields form={form} proof={proof} />
          <TermsAgreement form={form} />
          <Checkbox label={t("marketing")} {...form.register("offers")} />
          <NumberProof proof={proof} />
          <JoinButton form={form} proof={proof} />
          <p className={`${textStyles.muted} ${textStyles.center}`}>
            {t("alreadyMember")}{" "}
            <Button variant="link" onClick={() => openDialog("sign-in")}>
              {t("signIn")}
            </Button>
          </p>
        </Stack>
      )}
    </Dialog>
  );
}

/** Which wording of the privacy notice is agreed to (PDPA). Raise it when what the notice allows has changed. */
const NOTICE_VERSION = "1";

/** The good news can be read before the dashboard comes (spec 000 §2). */
const WELCOME_MS = 1500;

/**
 * Join Now: sends the form, shows the result, and signs the new member in after 1.5 s.
 *
 * @param onRegistered the new member is signed in, and the dialog closed
 * @returns `welcomed`: the name of the new member
 */
function useJoining(form: RegistrationForm, proof: NumberProofState, onRegistered: () => void) {
  const { t } = useTranslation(registerTexts);
  const { mutateAsync: signIn } = useCodeSignIn();
  const { mutateAsync: register } = useRegister();
  const [welcomed, setWelcomed] = useState<string | null>(null);
  const { isSubmitting } = form.formState;

  const recover = async (error: unknown, number: PhoneNumber) => {
    const ticket = signInTicketOf(error);
    if (ticket !== null) {
      const { callingCodeId, mobileNumber } = number;
      const proof = { callingCodeId, mobileNumber, signInTicket: ticket };
      session.begin(await signIn({ proof, chosenLanguage: storedLanguage() }));
      leaveNothingBehind(number);
      showToast("info", t("info.alreadyMember"), 8);
      queueArrivalNotice("already-member");
      return closeDialog("register");
    }
    if (!(error instanceof ApiError)) {
      // Registered, but the answer brought no session: a sign-in by hand comes next.
      leaveNothingBehind(number);
      showToast("error", t("errors.autoSignInFailed"));
      return void openDialog("sign-in");
    }
    if (error.retryAfterS !== null) return proof.lockout.startUntil(inSeconds(error.retryAfterS));
    if (error.code === "invalid_ticket") proof.dropTicket();
    if (error.code === "invalid_code") proof.boxes.current?.clear();
    showFieldErrors(error, form, FIELD_OF);
    showToast("error", messageOf(error, t("errors.registerFailed")));
  };

  const send = async (values: RegistrationValues) => {
    const { typed, ticket, code } = proof;
    if (ticket === null && code.length < CODE_LENGTH) {
      proof.setProblem(t("errors.otpInvalid"));
      proof.boxes.current?.focus();
      return;
    }
    if (!typed.number || isSubmitting || proof.lockout.secondsLeft > 0 || !values.agreeToTerms)
      return;
    const { callingCodeId, mobileNumber } = typed.number;
    try {
      const signedIn = await register({
        form: {
          name: values.name,
          callingCodeId,
          mobileNumber,
          genderId: Number(values.gender),
          raceId: Number(values.race),
          dateOfBirth: values.dateOfBirth,
          occupation: values.occupation || undefined,
          outletId: Number(values.registerOutlet),
          referralCode: values.referralCode || undefined,
          ...(ticket === null ? { otpCode: code } : { registrationTicket: ticket }),
          noticeVersion: NOTICE_VERSION,
          noticeLanguage: i18n.language,
          agreeToMarketing: values.offers,
        },
        chosenLanguage: storedLanguage(),
      });
      leaveNothingBehind(typed.number);
      setWelcomed(signedIn.user.name);
      showToast("success", t("info.registered"));
      // Outlives the dialog: closing it early does not stop the sign-in.
      setTimeout(() => {
        session.begin(signedIn);
        closeDialog("register");
        onRegistered();
      }, WELCOME_MS);
    } catch (error) {
      await recover(error, typed.number).catch((failure: unknown) =>
        showToast("error", messageOf(failure, t("errors.registerFailed"))),
      );
    }
  };

  return { join: form.handleSubmit(send), welcomed };
}

/** The number is remembered for the next sign-in; the draft, the sent code and the referral code have done their work. */
function leaveNothingBehind(number: PhoneNumber) {
  codeRequests.clear();
  rememberPhoneNumber(number);
  registrationDraft.clear();
  pendingReferral.clear();
}

interface PartProps {
  form: RegistrationForm;
  proof: NumberProofState;
}

/** Who the new member is, in the order of spec 000 §2. */
function PersonFields({ form, proof }: PartProps) {
  const { t } = useTranslation(registerTexts);
  const { register } = form;
  const { errors } = form.formState;
  const field = (name: keyof RegistrationValues) => ({
    ...register(name),
    error: errors[name]?.message,
  });

  return (
    <>
      <TextField {...field("name")} label={t("name")} required autoComplete="name" />
      <PhoneNumberField
        form={form}
        typed={proof.typed}
        label={t("phoneLabel")}
        required
        error={errors.phoneNumber?.message}
      />
      {(["gender", "race"] as const).map((name) => (
        <RadioGroup
          key={name}
          label={t(name)}
          required
          layout="chips"
          choices={CHOICES[name].map(({ value, text }) => ({ value, label: t(text) }))}
          field={register(name)}
          error={errors[name]?.message}
        />
      ))}
      <TextField
        {...field("dateOfBirth")}
        label={t("dateOfBirth")}
        hint={t("dateOfBirthWhy")}
        required
        type="date"
        autoComplete="bday"
        min={MIN_DATE_OF_BIRTH}
        max={malaysianDate()}
      />
      <SuggestField
        {...field("occupation")}
        label={t("occupation")}
        autoComplete="organization-title"
        suggestions={occupations}
      />
      <OutletField {...field("registerOutlet")} />
      <TextField
        {...field("referralCode")}
        label={t("referralCode")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={REFERRAL_CODE_MAX_LENGTH}
      />
    </>
  );
}

/** The open outlets to choose from; without them the form cannot be sent, so another try is offered. */
function OutletField(field: Omit<ComponentProps<typeof SelectField>, "label">) {
  const { t } = useTranslation(registerTexts);
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
    // Made again when its options have come: a list cannot show a choice that it does not hold yet.
    <SelectField
      key={isPending ? "loading" : "loaded"}
      label={t("registerOutlet")}
      required
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

/** The box that must be ticked, with both documents to read over the form. */
function TermsAgreement({ form }: Pick<PartProps, "form">) {
  const [reading, setReading] = useState<LegalDocument | null>(null);
  const opener = useRef<HTMLElement>(null);
  const closeReading = () => setReading(null);

  // The focus goes back to the words that opened the document.
  useEffect(() => {
    if (reading === null) opener.current?.focus();
  }, [reading]);

  // Inside the label: preventDefault keeps the press from ticking the box as well.
  const reader = (document: LegalDocument) => (
    <Button
      variant="link"
      onClick={(event) => {
        event.preventDefault();
        opener.current = event.currentTarget;
        setReading(document);
      }}
    />
  );
  return (
    <>
      <Checkbox
        label={
          <Trans
            ns={registerTexts}
            i18nKey="agree"
            components={{ terms: reader("terms"), privacy: reader("privacy") }}
          />
        }
        {...form.register("agreeToTerms")}
      />
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
    </>
  );
}

/** Join Now: disabled until the terms are agreed to (spec 000 §5), and it says what is still needed. */
function JoinButton({ form, proof: { ticket, request, code } }: PartProps) {
  const { t } = useTranslation(registerTexts);
  const id = useId();
  const { isSubmitting } = form.formState;
  const values = useWatch({ control: form.control });
  const needsCode = ticket === null && code.length < CODE_LENGTH;
  const missing = [
    ...REQUIRED_FIELDS.filter((field) => !values[field]?.trim()),
    ...(values.agreeToTerms ? [] : (["terms"] as const)),
    ...(needsCode ? ([request.sentTo ? "otp" : "otpRequest"] as const) : []),
  ].map((what) => t(`missing.${what}`));

  // The form is sent by Join Now alone (spec 000 §4): after the last digit it is one press, or Enter, away.
  const button = useRef<HTMLButtonElement>(null);
  const goToButton = useEffectEvent(() => missing.length === 0 && button.current?.focus());
  useEffect(() => {
    if (code.length === CODE_LENGTH) goToButton();
  }, [code]);

  return (
    <Stack gap={2}>
      <Button
        ref={button}
        type="submit"
        size="lg"
        wide
        busy={isSubmitting}
        disabled={!values.agreeToTerms}
        aria-describedby={missing.length > 0 ? id : undefined}
      >
        {isSubmitting ? t("joining") : t("joinNow")}
      </Button>
      {missing.length > 0 && (
        <p id={id} className={`${textStyles.note} ${textStyles.center}`}>
          {t("missing.intro", { list: formatList(missing) })}
        </p>
      )}
    </Stack>
  );
}

/** What the dialog shows while the new member is being signed in. */
function Welcome({ name }: { name: string }) {
  const { t } = useTranslation(registerTexts);
  return (
    <Stack gap={2} align="center" className={`${styles.welcome} ${textStyles.center}`}>
      <svg viewBox="0 0 96 96" aria-hidden="true">
        <circle cx="48" cy="48" r="44" />
        <circle cx="48" cy="48" r="33" />
        <path d="M32 49.5 43.5 61 66 37" />
      </svg>
      <p className={`${textStyles.display} ${textStyles.xl}`}>{t("welcome", { name })}</p>
      <p className={textStyles.muted}>{t("welcomeNext")}</p>
    </Stack>
  );
}
