import { useReferrer } from "@loyalty/api-client/react/members";
import { useGivenReward } from "@loyalty/api-client/react/rewards";
import { senOf } from "@loyalty/api-client/rules/points";
import { useProgrammeWords } from "@loyalty/content/menu-words";
import { Button } from "@loyalty/ui/button";
import { formatMoney } from "@loyalty/ui/formats";
import { Cluster, Stack } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import text from "@loyalty/ui/text.module.css";
import { Gift } from "lucide-react";
import { useTranslation } from "react-i18next";

import { signInTexts } from "./texts.ts";
import { openDialog } from "./dialogs.ts";

/** For a user whom a member invited: who invites, what both get, and joining before signing in. */
export function Invitation({ code }: { code: string }) {
  const { t } = useTranslation(signInTexts);
  const referrer = useReferrer(code);
  const forJoining = useGiftName("joining");
  const forFriend = useGiftName("friend");
  // The server does not know the code.
  if (referrer.isError) return null;
  const name = referrer.data?.firstName;
  return (
    <Stack
      as="section"
      gap={2}
      pad={4}
      className={`${surfaceStyles.soft} ${surfaceStyles.round}`}
      aria-labelledby="invitation"
    >
      <Cluster
        as="p"
        id="invitation"
        gap={2}
        nowrap
        className={`${text.lg} ${text.strong} ${text.tight}`}
      >
        <Gift aria-hidden="true" size={22} className={layoutStyles.flexNone} />
        <span>{name ? t("invitation.by", { name }) : t("invitation.byFriend")}</span>
      </Cluster>
      <p>
        {forJoining && <span>{t("invitation.you", { reward: forJoining })} </span>}
        {forFriend && (
          <span>
            {name
              ? t("invitation.them", { name, reward: forFriend })
              : t("invitation.theFriend", { reward: forFriend })}
          </span>
        )}
      </p>
      <Button size="lg" wide data-first onClick={() => openDialog("register")}>
        {t("invitation.join")}
      </Button>
      <p className={`${text.sm} ${text.center}`}>{t("invitation.or")}</p>
    </Stack>
  );
}

/** What is given, by the amount that it takes off a bill, else by its title; undefined where nothing is. */
function useGiftName(what: Parameters<typeof useGivenReward>[0]): string | undefined {
  const wordsOf = useProgrammeWords();
  const gift = useGivenReward(what);
  if (!gift) return undefined;
  const sen = senOf(gift.discountValue);
  return sen > 0 ? formatMoney(sen, { whole: true }) : wordsOf(gift.title).words;
}
