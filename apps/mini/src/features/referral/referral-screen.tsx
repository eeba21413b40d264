import type { GivenReward } from "@loyalty/api-client";
import { useReferralReward } from "@loyalty/api-client/react";
import { useProgrammeWords, useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { profileTexts } from "@loyalty/ui/texts/profile";
import { referralTexts } from "@loyalty/ui/texts/referral";

import { amountOff } from "../../reward/money.ts";
import { Card } from "../../room/card.tsx";
import { Room } from "../../room/room.tsx";
import { InviteHistory } from "./invite-history.tsx";
import { ReferralCode } from "./referral-code.tsx";

/** /referral: the member's code and link, how it works, what a friend brings, and who came (spec 001 §2). */
export function ReferralScreen() {
  const t = useTexts(referralTexts);
  const p = useTexts(profileTexts);
  const gift = useReferralReward();
  const nameOf = useGiftName();

  return (
    <Room title={t("title")} back={{ to: paths.profile, label: p("edit.back") }}>
      <p>{t("intro")}</p>
      {gift && <GiftPromise gift={gift} />}
      <Card title={t("code")}>
        <ReferralCode />
      </Card>
      <Card title={t("how")}>
        <ol>
          <li>{t("steps.share")}</li>
          <li>{t("steps.join")}</li>
          <li>{gift ? t("gift.step", { reward: nameOf(gift) }) : t("steps.dine")}</li>
        </ol>
      </Card>
      <InviteHistory />
    </Room>
  );
}

/** What the programme gives for a friend, and its terms. */
function GiftPromise({ gift }: { gift: GivenReward }) {
  const t = useTexts(referralTexts);
  const nameOf = useGiftName();
  const minSpend = amountOff(gift.minSpend);
  const sentences = [
    t("gift.promise", { reward: nameOf(gift) }),
    t("gift.days", { count: gift.validPeriod }),
    minSpend && t("gift.minSpend", { amount: minSpend }),
  ];
  return <p>{sentences.filter(Boolean).join(" ")}</p>;
}

/** Names a gift inside a sentence: by what it takes off a bill, else by its title. */
function useGiftName(): (gift: GivenReward) => string {
  const t = useTexts(referralTexts);
  const wordsOf = useProgrammeWords();
  return ({ discountValue, title }) => {
    const amount = amountOff(discountValue);
    return amount ? t("gift.voucher", { amount }) : wordsOf(title).words;
  };
}
