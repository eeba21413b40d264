import { messageOf } from "@loyalty/api-client/errors";
import { pictureAddress } from "@loyalty/api-client/http";
import { Button } from "@loyalty/ui/button";
import { FileField } from "@loyalty/ui/file-field";
import { useState } from "react";
import { useController } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { inBase64, MAX_IMAGE, useUploadImage } from "../../queries/images.ts";
import { contentTexts, type FieldName } from "../../texts/content.ts";
import styles from "./content.module.css";
import { smallerPicture } from "./smaller-picture.ts";

/** A picture of a document: the one it has, and another that is uploaded in its place. */
export function PictureField(props: {
  at: string;
  name: FieldName;
  isOptional?: true | undefined;
}) {
  const { at, name, isOptional } = props;
  const { t } = useTranslation(contentTexts);
  const { field, fieldState } = useController({ name: at });
  const upload = useUploadImage();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState("");
  const picture = (field.value ?? {}) as { drawing?: string; image?: string };

  async function choose(chosen: File | null) {
    if (upload.isPending) return;
    setFile(chosen);
    setProblem("");
    if (chosen === null) return;
    try {
      const picture = await smallerPicture(chosen);
      if (picture.size > MAX_IMAGE) return setProblem(t("tooLarge"));
      const { image } = await upload.mutateAsync({
        fileName: chosen.name,
        file: await inBase64(picture),
      });
      field.onChange({ image });
    } catch (error) {
      setProblem(messageOf(error, t("uploadFailed")));
    }
  }

  return (
    <fieldset className={styles.group}>
      <legend>{t(`fields.${name}`)}</legend>
      {picture.image && (
        <img className={styles.picture} src={pictureAddress(picture.image)} alt={picture.image} />
      )}
      {picture.drawing && <p>{t("drawing", { name: picture.drawing })}</p>}
      <FileField
        label={t(picture.image || picture.drawing ? "upload" : "firstUpload")}
        hint={t("uploadHint")}
        accept="image/jpeg,image/png,image/webp"
        file={file}
        error={problem || fieldState.error?.message}
        onChoose={(chosen) => void choose(chosen)}
      />
      {isOptional && picture.image && (
        <Button variant="ghost" onClick={() => field.onChange({})}>
          {t("withoutPicture")}
        </Button>
      )}
      <p role="status">
        {upload.isPending && <span>{t("uploading")}</span>}
        {upload.isSuccess && !problem && fieldState.isDirty && <span>{t("uploaded")}</span>}
      </p>
    </fieldset>
  );
}
