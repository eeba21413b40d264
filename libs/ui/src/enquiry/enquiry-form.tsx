import type { FormEvent, ReactNode, Ref } from "react";

import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import styles from "./enquiry-form.module.css";
import type { Banner } from "./use-enquiry.ts";

interface EnquiryFormProps {
  label: string;
  submitLabel: string;
  /** What the button says while the form is on its way (spec 001 §4). */
  sendingLabel: string;
  sending: boolean;
  banner: Banner | null;
  ref: Ref<HTMLFormElement>;
  onSubmit: (event: FormEvent) => Promise<void>;
  children: ReactNode;
}

/** The frame of a form: its fields in two columns where there is room, the banner and the button below. */
export function EnquiryForm(props: EnquiryFormProps) {
  const { label, submitLabel, sendingLabel, sending, banner, ref, onSubmit, children } = props;
  return (
    <form
      noValidate
      className={styles.form}
      aria-label={label}
      ref={ref}
      onSubmit={(event) => void onSubmit(event)}
    >
      <div className={styles.fields}>{children}</div>
      <div className={styles.banner}>
        {banner && <Alert kind={banner.kind}>{banner.text}</Alert>}
      </div>
      <div>
        <Button type="submit" size="lg" busy={sending}>
          {sending ? sendingLabel : submitLabel}
        </Button>
      </div>
    </form>
  );
}
