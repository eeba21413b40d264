import { Paperclip, X } from "lucide-react";
import { type Ref, useImperativeHandle, useRef } from "react";
import { useTranslation } from "react-i18next";

import { componentTexts } from "../texts.ts";
import { Field, type FieldLabelProps } from "./field.tsx";
import styles from "./file-field.module.css";

interface FileFieldProps extends FieldLabelProps {
  /** Which files the device offers: `.pdf,.doc`. */
  accept: string;
  /** The file that is chosen, or null. */
  file: File | null;
  onChoose: (file: File | null) => void;
  /** The input, for a form that puts the focus into what is wrong. */
  ref?: Ref<HTMLInputElement>;
}

export function FileField({ accept, file, onChoose, ref, ...labelProps }: FileFieldProps) {
  const { t } = useTranslation(componentTexts);
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current!);

  return (
    <Field
      {...labelProps}
      renderControl={(control) => (
        <div className={styles.frame} data-invalid={labelProps.error ? "" : undefined}>
          <span aria-hidden="true">
            <Paperclip size={18} />
            {t(file ? "file.another" : "file.choose")}
          </span>
          <span id={`${control.id}-name`} role="status">
            {file?.name ?? t("file.none")}
          </span>
          <input
            {...control}
            aria-describedby={[control["aria-describedby"], `${control.id}-name`]
              .filter(Boolean)
              .join(" ")}
            ref={input}
            type="file"
            accept={accept}
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? [];
              // Closing the device's file dialog without choosing keeps what was chosen before.
              if (chosen) onChoose(chosen);
              // Else the same file could not be chosen again.
              event.currentTarget.value = "";
            }}
          />
          {file && (
            <button
              type="button"
              aria-label={t("file.remove", { name: file.name })}
              onClick={() => {
                onChoose(null);
                input.current?.focus();
              }}
            >
              <X aria-hidden="true" size={18} />
            </button>
          )}
        </div>
      )}
    />
  );
}
