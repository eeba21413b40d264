import { dropPack, keepPack, keptPacks } from "@loyalty/ui/languages/language-packs";
import type { LanguageCode } from "@loyalty/ui/languages/languages";
import { useCallback, useEffect, useState } from "react";

/** English came with the app, and stays. */
export type PackStatus = "preinstalled" | "available" | "downloading" | "downloaded";

/** Which languages this device holds, and how that changes: available, downloading, downloaded, and back (spec 001 §4). */
export function useOfflinePacks() {
  const [kept, setKept] = useState<readonly string[]>([]);
  const [loading, setLoading] = useState<readonly string[]>([]);

  const look = useCallback(() => keptPacks().then(setKept, () => setKept([])), []);
  useEffect(() => void look(), [look]);

  return {
    statusOf(code: LanguageCode): PackStatus {
      if (code === "en") return "preinstalled";
      if (loading.includes(code)) return "downloading";
      return kept.includes(code) ? "downloaded" : "available";
    },
    /** Fails where the texts cannot be fetched or kept. */
    async download(code: LanguageCode): Promise<void> {
      setLoading((before) => [...before, code]);
      try {
        await keepPack(code);
        await look();
      } finally {
        setLoading((before) => before.filter((one) => one !== code));
      }
    },
    async remove(code: LanguageCode): Promise<void> {
      await dropPack(code);
      await look();
    },
  };
}
