import { FileField } from "@loyalty/ui/file-field";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { reconcileTexts } from "../../texts/reconcile.ts";
import type { SalesFile } from "./queries.ts";
import { StepPage } from "./step-page.tsx";

/** The largest file, in bytes (the API's backoffice/bills/schemas.py). */
const MAX_FILE = 5 * 1024 * 1024;

/** A file in base64. */
function encoded(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result).replace(/^[^,]*,?/, "")));
    reader.addEventListener("error", () => reject(new Error("the file cannot be read")));
    reader.readAsDataURL(file);
  });
}

interface FileStepProps {
  /** Null: none is chosen, or it is no good. */
  onChoose: (sales: SalesFile | null) => void;
  /** What became of the file, or which days were compared. */
  children: ReactNode;
}

/** The first step: which file of sales. */
export function FileStep({ onChoose, children }: FileStepProps) {
  const { t } = useTranslation(reconcileTexts);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState("");

  async function choose(chosen: File | null) {
    setFile(chosen);
    setProblem("");
    onChoose(null);
    if (chosen === null) return;
    if (chosen.size > MAX_FILE) return setProblem(t("tooLarge"));
    try {
      if (/\.xlsx$/i.test(chosen.name) && (await chosen.slice(0, 2).text()) !== "PK") {
        return setProblem(t("notXlsx"));
      }
      onChoose({ name: chosen.name, content: await encoded(chosen), chosenAt: Date.now() });
    } catch {
      setProblem(t("unreadableFile"));
    }
  }

  return (
    <StepPage step="file">
      <p>{t("text")}</p>
      <FileField
        label={t("file")}
        hint={t("fileHint")}
        accept=".csv,.txt,.xlsx,text/csv"
        file={file}
        error={problem}
        onChoose={(chosen) => void choose(chosen)}
      />
      {children}
    </StepPage>
  );
}
