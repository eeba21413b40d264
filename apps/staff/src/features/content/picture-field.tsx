import { messageOf } from "@loyalty/api-client/errors";
import { type ContentPicture, sourceOf } from "@loyalty/content/pictures";
import { Button } from "@loyalty/ui/button";
import { FileField } from "@loyalty/ui/file-field";
import { useState } from "react";
import { useController } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { inBase64, usePhotograph, useUploadImage } from "../../queries/images.ts";
import { fileOf, readPhotograph } from "../../components/photograph.ts";
import { staffTexts } from "../../texts/staff.ts";
import { contentTexts, type FieldName } from "../../texts/content.ts";
import styles from "./content.module.css";

/** A picture of a document: the one it has, and another that is uploaded in its place. */
export function PictureField(props: {
  at: string;
  name: FieldName;
  isOptional?: true | undefined;
}) {
  const { at, name, isOptional } = props;
  const { t } = useTranslation(contentTexts);
  const { t: ofStaff } = useTranslation(staffTexts);
  const { field, fieldState } = useController({ name: at });
  const { mutateAsync: send } = useUploadImage();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState("");
  const picture = (field.value ?? {}) as ContentPicture;
  const upload = usePhotograph(async (chosen) => {
    const read = await readPhotograph(chosen);
    if (typeof read === "string") {
      return setProblem(ofStaff(`photograph.${read}`, { name: chosen.name }));
    }
    // What may be transparent stays so.
    const isJpeg = chosen.type === "image/jpeg";
    const smaller = await fileOf(read, isJpeg ? "image/jpeg" : "image/webp");
    const { image } = await send({ fileName: chosen.name, file: await inBase64(smaller) });
    field.onChange({ image });
  });

  function choose(chosen: File | null) {
    if (upload.isPending) return;
    upload.reset();
    setFile(chosen);
    setProblem("");
    if (!chosen) return;
    upload.mutate(chosen, {
      onError: (error) => setProblem(messageOf(error, t("uploadFailed"))),
    });
  }

  return (
    <fieldset className={styles.group}>
      <legend>{t(`fields.${name}`)}</legend>
      {(picture.image ?? picture.drawing) && (
        <img
          className={styles.picture}
          {...sourceOf(picture, folderOf(at), "18rem")}
          alt={picture.image ?? picture.drawing ?? ""}
        />
      )}
      <FileField
        label={t(picture.image || picture.drawing ? "upload" : "firstUpload")}
        hint={t("uploadHint")}
        accept="image/jpeg,image/png,image/webp"
        file={file}
        error={problem || fieldState.error?.message}
        onChoose={choose}
      />
      {upload.isError && file && (
        <Button variant="outline" onClick={() => choose(file)}>
          {t("uploadAgain", { name: file.name })}
        </Button>
      )}
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

/** Where the drawings of a place of a document are. */
export const folderOf = (at: string) => (at.startsWith("dishes") ? "dishes" : "scenes");
