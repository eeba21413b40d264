import { pictureAddress } from "@loyalty/api-client/http";
import { FileField } from "@loyalty/ui/file-field";
import { Stack } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import { type ComponentProps, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { readPhotograph } from "../../components/photograph.ts";
import { staffTexts } from "../../texts/staff.ts";
import { rewardsTexts } from "../../texts/office-rewards.ts";
import { cropped, type CroppedPicture, drawPart, moved } from "./reward-picture.ts";
import styles from "./reward.module.css";

interface PictureFieldProps {
  image: string | null;
  /** The photograph that is to take its place. */
  picture: CroppedPicture | null;
  onPicture: (picture: CroppedPicture | null) => void;
}

/** The picture of a reward: a photograph of the device, of which a square part is chosen here. It is sent when the form is saved. */
export function PictureField({ image, picture, onPicture }: PictureFieldProps) {
  const { t } = useTranslation(rewardsTexts);
  const { t: ofStaff } = useTranslation(staffTexts);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState("");

  async function choose(chosen: File | null) {
    setProblem("");
    setFile(chosen);
    if (chosen === null) return onPicture(null);
    const read = await readPhotograph(chosen);
    if (typeof read !== "string") return onPicture(cropped(chosen.name, read));
    setFile(null);
    onPicture(null);
    setProblem(ofStaff(`photograph.${read}`, { name: chosen.name }));
  }

  return (
    <Stack gap={3}>
      {picture ? (
        <Crop picture={picture} onChange={onPicture} />
      ) : (
        image && (
          <img
            className={`${surfaceStyles.square} ${surfaceStyles.round}`}
            src={pictureAddress(image)}
            alt=""
          />
        )
      )}
      <FileField
        label={t("picture.label")}
        hint={t("picture.hint")}
        accept="image/jpeg,image/png,image/webp"
        file={file}
        error={problem}
        onChoose={(chosen) => void choose(chosen)}
      />
    </Stack>
  );
}

interface CropProps {
  picture: CroppedPicture;
  onChange: (picture: CroppedPicture) => void;
}

/** The wanted part, moved by dragging or by the sliders below it. */
function Crop({ picture, onChange }: CropProps) {
  const { t } = useTranslation(rewardsTexts);
  const from = useRef<{ x: number; y: number } | null>(null);
  return (
    <Stack gap={3}>
      <PartCanvas
        picture={picture}
        className={`${surfaceStyles.square} ${surfaceStyles.round} ${styles.crop}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          from.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={(event) => {
          if (from.current === null) return;
          const { width, height } = event.currentTarget.getBoundingClientRect();
          const right = (event.clientX - from.current.x) / width;
          const down = (event.clientY - from.current.y) / height;
          from.current = { x: event.clientX, y: event.clientY };
          onChange(moved(picture, right, down));
        }}
        onPointerUp={() => {
          from.current = null;
        }}
      />
      <Slider
        label={t("picture.zoom")}
        min={1}
        max={4}
        value={picture.zoom}
        onChange={(zoom) => onChange({ ...picture, zoom })}
      />
      <Slider
        label={t("picture.sideways")}
        value={picture.x}
        onChange={(x) => onChange({ ...picture, x })}
      />
      <Slider
        label={t("picture.upwards")}
        value={picture.y}
        onChange={(y) => onChange({ ...picture, y })}
      />
    </Stack>
  );
}

type PartCanvasProps = Omit<ComponentProps<"canvas">, "width" | "height"> & {
  picture: CroppedPicture;
};

export function PartCanvas({ picture, ...props }: PartCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawPart(picture, canvas.current);
  }, [picture]);
  return <canvas {...props} ref={canvas} width={600} height={600} aria-hidden="true" />;
}

interface SliderProps {
  label: string;
  min?: number;
  max?: number;
  value: number;
  onChange: (value: number) => void;
}

function Slider({ label, min = 0, max = 1, value, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={0.01}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
    </div>
  );
}
