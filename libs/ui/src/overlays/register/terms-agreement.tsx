import { Button } from "../../primitives/button.tsx";
import { Checkbox } from "../../primitives/choice.tsx";
import { registerTexts } from "../../texts/register.ts";
import { RichText } from "../../texts/rich-text.tsx";
import type { LegalDocument } from "../legal-viewer/legal-sections.ts";
import type { RegistrationFields } from "./use-registration-form.ts";

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
