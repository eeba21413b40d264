import { Button, showToast, useBrand, useTexts } from "@loyalty/ui";
import { referralTexts } from "@loyalty/ui/texts/referral";
import { Share2 } from "lucide-react";

/** Hands the link to whatever the phone shares with. Where it cannot, the copy button beside the link is the way. */
export function ShareLink({ link, code }: { link: string; code: string }) {
  const t = useTexts(referralTexts);
  const { brand } = useBrand();
  if (!("share" in navigator)) return null;

  async function share() {
    try {
      await navigator.share({
        title: brand.name,
        text: t("shareText", { brand: brand.name, code }),
        url: link,
      });
    } catch (error) {
      // Whoever closes the phone's own dialog has changed her mind.
      if (error instanceof DOMException && error.name === "AbortError") return;
      await copyInstead();
    }
  }

  async function copyInstead() {
    try {
      await navigator.clipboard.writeText(link);
      showToast("success", t("linkCopied"));
    } catch {
      showToast("error", t("linkNotCopied"));
    }
  }

  return (
    <Button wide size="lg" onClick={() => void share()}>
      <Share2 aria-hidden="true" size={20} /> {t("share")}
    </Button>
  );
}
