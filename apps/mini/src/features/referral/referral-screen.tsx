import { useMember } from "@loyalty/api-client/react/members.ts";
import { useReferralReward } from "@loyalty/api-client/react/rewards.ts";
import { useSignedInMember } from "@loyalty/api-client/react/session.ts";
import type { GivenReward } from "@loyalty/api-client/wire.ts";
import { usePassingMessage } from "@loyalty/ui/forms/form.ts";
import { useProgrammeWords } from "@loyalty/ui/content/menu-words.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { loginWithReferralPath, paths } from "@loyalty/ui/routes/paths.ts";
import { QueryResult } from "@loyalty/ui/shell/query-result.tsx";
import { useBrand } from "@loyalty/ui/theme/theme-store.ts";
import { Share2 } from "lucide-react";

import { siteOrigin } from "../../config.ts";
import { Card, Page } from "../../page/member-page.tsx";
import { amountOff } from "../../reward/reward-content.tsx";
import { profileTexts } from "../../texts/profile.ts";
import { referralTexts } from "../../texts/referral.ts";
import { InvitedFriends } from "./invited-friends.tsx";
import styles from "./referral-screen.module.css";

/** /referral: the member's code and link, how it works, what a friend brings, and who joined (spec 001 §2). */
export default function ReferralScreen() {
  const t = useTexts(referralTexts);
  const p = useTexts(profileTexts);
  const gift = useReferralReward();
  const reward = useGiftName(gift);

  return (
    <Page title={t("title")} back={{ to: paths.profile, label: p("edit.back") }}>
      <p>{t("intro")}</p>
      {gift && <GiftTerms gift={gift} reward={reward} />}
      <Card title={t("code")}>
        <ReferralCode />
      </Card>
      <Card title={t("how")}>
        <ol>
          <li>{t("steps.share")}</li>
          <li>{t("steps.join")}</li>
          <li>{gift ? t("gift.step", { reward }) : t("steps.dine")}</li>
        </ol>
      </Card>
      <InvitedFriends />
    </Page>
  );
}

/** The gift for an invited friend, and its terms. */
function GiftTerms({ gift, reward }: { gift: GivenReward; reward: string }) {
  const t = useTexts(referralTexts);
  const minSpend = amountOff(gift.minSpend);
  const sentences = [
    t("gift.promise", { reward }),
    t("gift.days", { count: gift.validPeriod }),
    minSpend && t("gift.minSpend", { amount: minSpend }),
  ];
  return <p>{sentences.filter(Boolean).join(" ")}</p>;
}

/** Names a gift inside a sentence: by the amount it takes off a bill, else by its title. */
function useGiftName(gift: ReturnType<typeof useReferralReward>): string {
  const t = useTexts(referralTexts);
  const wordsOf = useProgrammeWords();
  if (!gift) return "";
  const amount = amountOff(gift.discountValue);
  return amount ? t("gift.voucher", { amount }) : wordsOf(gift.title).words;
}

/** The code and its link, to share and to copy. */
function ReferralCode() {
  const t = useTexts(referralTexts);
  const query = useMember();
  const code = useSignedInMember()?.referralCode;

  return (
    <QueryResult
      query={{ ...query, data: code || undefined }}
      loading={t("loading")}
      failed={t("failed")}
      height="7rem"
    >
      {(known) => {
        const link = `${siteOrigin()}${loginWithReferralPath(known)}`;
        return (
          <>
            <CopyRow what="code" value={known} />
            <CopyRow what="link" value={link} />
            <ShareLink link={link} code={known} />
          </>
        );
      }}
    </QueryResult>
  );
}

/** The copy button says "Copied" for this long (spec 001 §9). */
const COPIED_MS = 2000;

/** Copies the code or the link, and says whether it could. @returns whether it could */
async function copyText(what: "code" | "link", value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    showToast("success", referralTexts.t(`${what}Copied`));
    return true;
  } catch {
    showToast("error", referralTexts.t(`${what}NotCopied`));
    return false;
  }
}

/** A value to read, select and copy. */
function CopyRow({ what, value }: { what: "code" | "link"; value: string }) {
  const t = useTexts(referralTexts);
  const copied = usePassingMessage(COPIED_MS);

  async function copy() {
    if (await copyText(what, value)) copied.show(t("copied"));
  }

  return (
    <div className={styles.copyRow}>
      <div className={styles.words}>
        <span className={styles.label}>{t(what)}</span>
        <output className={styles.value}>{value}</output>
      </div>
      <Button variant="soft" onClick={() => void copy()}>
        {copied.message ?? t(what === "code" ? "copyCode" : "copyLink")}
      </Button>
    </div>
  );
}

/** Opens the phone's share dialog. Not shown where the browser has none: the link can be copied. */
function ShareLink({ link, code }: { link: string; code: string }) {
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
      // The member closed the share dialog.
      if (error instanceof DOMException && error.name === "AbortError") return;
      await copyText("link", link);
    }
  }

  return (
    <Button wide size="lg" onClick={() => void share()}>
      <Share2 aria-hidden="true" size={20} /> {t("share")}
    </Button>
  );
}
