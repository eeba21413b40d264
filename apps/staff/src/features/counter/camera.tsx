import { useEffect, useRef, useState } from "react";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import { useTranslation } from "react-i18next";

import { counterTexts } from "../../texts/counter.ts";
import styles from "./counter.module.css";
import { qrDetector } from "./qr-detector.ts";

/** Pictures a second are enough to feel immediate, and leave a cheap tablet time to breathe. */
const SCAN_INTERVAL_MS = 150;
/** A picture wider than this is no easier to read. */
const MAX_WIDTH_PX = 960;

/** The camera's picture, read until a code is in it. Where that does not work it says why; a code can be typed then. */
export function Camera({ onFound }: { onFound: (text: string) => void }) {
  const { t } = useTranslation(counterTexts);
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<"refused" | "missing" | "unreadable" | null>(null);
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  });

  useEffect(() => {
    let isCancelled = false;
    let stream: MediaStream | null = null;
    const look = async () => {
      const findCode = await qrDetector();
      const canvas = document.createElement("canvas");
      const drawing = canvas.getContext("2d", { willReadFrequently: true });
      while (!isCancelled) {
        await new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL_MS));
        const picture = video.current;
        if (isCancelled || !drawing || !picture || picture.videoWidth === 0) continue;
        const scale = Math.min(1, MAX_WIDTH_PX / picture.videoWidth);
        canvas.width = Math.round(picture.videoWidth * scale);
        canvas.height = Math.round(picture.videoHeight * scale);
        drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
        const text = await findCode(drawing.getImageData(0, 0, canvas.width, canvas.height));
        if (text && !isCancelled) {
          isCancelled = true;
          found.current(text);
        }
      }
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "environment", width: { ideal: 1280 } },
      });
      if (isCancelled || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      await look();
    };
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    start().catch((error: unknown) => {
      if (isCancelled) return;
      stop();
      const isRefused = error instanceof DOMException && error.name === "NotAllowedError";
      setProblem(stream ? "unreadable" : isRefused ? "refused" : "missing");
    });
    return () => {
      isCancelled = true;
      stop();
    };
  }, []);

  if (problem) return <p role="status">{t(`camera.${problem}`)}</p>;
  return (
    <div
      className={`${surfaceStyles.round} ${surfaceStyles.clip} ${surfaceStyles.sunken} ${styles.camera}`}
    >
      <video ref={video} muted playsInline aria-label={t("camera.label")} />
      <span aria-hidden="true" />
    </div>
  );
}
