import { useId } from "react";
import { useWatch } from "react-hook-form";

import { formatList } from "../../formats/formats.ts";
import { Button } from "../../primitives/button.tsx";
import { CODE_LENGTH } from "../../primitives/otp-field.tsx";
import { registerTexts } from "../../texts/register.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./register.module.css";
import { REQUIRED_FIELDS } from "./registration-form.ts";
import type { NumberProof } from "./use-number-proof.ts";
import type { RegistrationFields } from "./use-registration-form.ts";

interface JoinButtonProps {
  form: RegistrationFields;
  proof: NumberProof;
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
function useMissing({ control }: RegistrationFields, { ticket, request, code }: NumberProof) {
  const values = useWatch({ control });
  const blank = REQUIRED_FIELDS.filter((field) => !values[field]?.trim());
  const needsCode = ticket === null && code.length < CODE_LENGTH;
  return [
    ...blank,
    ...(values.agreeToTerms ? [] : (["terms"] as const)),
    ...(needsCode ? ([request.sentTo ? "otp" : "otpRequest"] as const) : []),
  ];
}
