import { useMember, useReferees } from "@loyalty/api-client/react/members";
import { useGivenReward } from "@loyalty/api-client/react/rewards";
import { useSignedInMember } from "@loyalty/api-client/react/session";
import type { GivenReward, Referee } from "@loyalty/api-client/wire";
import { useProgrammeWords } from "@loyalty/content/menu-words";
import { loginWithReferralPath, paths } from "@loyalty/shell/paths";
import { Cluster, Grid, Stack } from "@loyalty/ui/layout";
import { Button, buttonClass } from "@loyalty/ui/button";
import { Dialog } from "@loyalty/ui/dialog";
import { SearchField } from "@loyalty/ui/field";
import { useTemporaryMessage } from "@loyalty/ui/form";
import { formatDate } from "@loyalty/ui/formats";
import { i18n } from "@loyalty/ui/i18n";
import { QueryResult } from "@loyalty/ui/query-result";
import { Empty } from "@loyalty/ui/states";
import { useBrand } from "@loyalty/ui/theme-store";
import { showToast } from "@loyalty/ui/toast";
import { useDebouncedValue } from "@loyalty/ui/use-debounced-value";
import text from "@loyalty/ui/text.module.css";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import layoutStyles from "@loyalty/ui/layout.module.css";
import { MessageCircle, Share2 } from "lucide-react";
import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";

import { Card, Page } from "../../components/member-page.tsx";
import { amountOff, RewardPicture } from "../../components/reward-content.tsx";
import { siteOrigin } from "../../config.ts";
import { profileTexts } from "../../texts/profile.ts";
import styles from "./referral-screen.module.css";
import { referralTexts } from "./texts.ts";

/** /referral: the member's code and link, how it works, what a friend brings, and who joined (spec 001 §2). */
export default function ReferralScreen() {
  const { t } = useTranslation(referralTexts);
  const { t: p } = useTranslation(profileTexts);
  const gift = useGivenReward("friend");
  const reward = useGiftName(gift);
  const welcome = useWelcomeGift();

  return (
    <Page
      title={t("title")}
      back={{ to: paths.profile, label: p("edit.back") }}
      columns="wide-first"
    >
      <Stack gap={4}>
        <p>{t("intro")}</p>
        {gift !== null && (
          <div
            className={`${styles.gift} ${surfaceStyles.card}`}
            aria-busy={gift === undefined || undefined}
          >
            {gift && <RewardPicture reward={gift} ratio="1 / 1" eager />}
            {gift && <GiftTerms gift={gift} reward={reward} />}
          </div>
        )}
        <Card title={t("code")}>
          <ReferralCode />
        </Card>
      </Stack>
      <Card title={t("how")}>
        <ol role="list" className={styles.steps}>
          <li>{t("steps.share")}</li>
          <li>{welcome ? t("gift.join", { reward: welcome }) : t("steps.join")}</li>
          <li>{gift ? t("gift.step", { reward }) : t("steps.dine")}</li>
        </ol>
      </Card>
      <InvitedFriends />
    </Page>
  );
}

function GiftTerms({ gift, reward }: { gift: GivenReward; reward: string }) {
  const { t } = useTranslation(referralTexts);
  const minSpend = amountOff(gift.minSpend);
  const sentences = [
    t("gift.promise", { reward }),
    t("gift.days", { count: gift.validPeriod }),
    minSpend && t("gift.minSpend", { amount: minSpend }),
  ];
  return <p>{sentences.filter(Boolean).join(" ")}</p>;
}

/** Names a gift inside a sentence: by the amount it takes off a bill, else by its title. */
function useGiftName(gift: ReturnType<typeof useGivenReward>): string {
  const { t } = useTranslation(referralTexts);
  const wordsOf = useProgrammeWords();
  if (!gift) return "";
  const amount = amountOff(gift.discountValue);
  return amount ? t("gift.voucher", { amount }) : wordsOf(gift.title).words;
}

/** The title of what a friend gets for joining; undefined where nothing is given. */
function useWelcomeGift(): string | undefined {
  const wordsOf = useProgrammeWords();
  const gift = useGivenReward("joining");
  return gift ? wordsOf(gift.title).words : undefined;
}

function ReferralCode() {
  const { t } = useTranslation(referralTexts);
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
            <ShareLink link={link} code={known} />
            <CopyRow what="code" value={known} />
            <CopyRow what="link" value={link} />
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
    showToast("success", i18n.t(`${what}Copied`, { ns: referralTexts }));
    return true;
  } catch {
    showToast("error", i18n.t(`${what}NotCopied`, { ns: referralTexts }));
    return false;
  }
}

/** A link goes on in the next line after a slash. */
const UP_TO_SLASH = /[^/]+\/*/g;

function CopyRow({ what, value }: { what: "code" | "link"; value: string }) {
  const { t } = useTranslation(referralTexts);
  const copied = useTemporaryMessage(COPIED_MS);

  async function copy() {
    if (await copyText(what, value)) copied.show(t("copied"));
  }

  return (
    <Cluster gap={3} justify="between">
      <Stack className={styles.copied}>
        <span className={text.note}>{t(what)}</span>
        <output className={what === "code" ? text.code : `${text.num} ${text.wrap}`}>
          {(value.match(UP_TO_SLASH) ?? []).map((part, at) => (
            <Fragment key={at}>
              {at > 0 && <wbr />}
              {part}
            </Fragment>
          ))}
        </output>
      </Stack>
      <Button variant="soft" onClick={() => void copy()}>
        {copied.message ?? t(what === "code" ? "copyCode" : "copyLink")}
      </Button>
    </Cluster>
  );
}

/** WhatsApp, and the phone's share dialog where the browser has one. */
function ShareLink({ link, code }: { link: string; code: string }) {
  const { t } = useTranslation(referralTexts);
  const { brand } = useBrand();
  const reward = useWelcomeGift();
  const text = reward
    ? t("shareTextWithGift", { brand: brand.name, code, reward })
    : t("shareText", { brand: brand.name, code });

  async function share() {
    try {
      await navigator.share({ title: brand.name, text, url: link });
    } catch (error) {
      // The member closed the share dialog.
      if (error instanceof DOMException && error.name === "AbortError") return;
      await copyText("link", link);
    }
  }

  return (
    <Grid gap={3}>
      <a
        className={buttonClass({ size: "lg" })}
        href={`https://wa.me/?text=${encodeURIComponent(`${text} ${link}`)}`}
        target="_blank"
        rel="noreferrer"
      >
        <MessageCircle aria-hidden="true" size={20} />
        <span>{t("whatsapp")}</span>
      </a>
      {"share" in navigator && (
        <Button variant="outline" size="lg" onClick={() => void share()}>
          <Share2 aria-hidden="true" size={20} />
          <span>{t("share")}</span>
        </Button>
      )}
    </Grid>
  );
}

/** "The first entries" of spec 001 §2; View All shows the others. */
const FRIENDS_SHOWN = 5;

/** The first friends who joined with the member's code, and a button that shows all of them. */
function InvitedFriends() {
  const { t } = useTranslation(referralTexts);
  const query = useReferees();
  const friends = query.data ?? [];
  const [open, setOpen] = useState(false);
  return (
    <Card
      title={t("history")}
      aside={
        friends.length > 0 && (
          <Button variant="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t("viewAll")}
          </Button>
        )
      }
    >
      <QueryResult
        query={query}
        loading={t("historyLoading")}
        failed={t("historyFailed")}
        height="3rem"
        empty={
          <Empty text={t("none")}>
            <p>{t("noneHint")}</p>
          </Empty>
        }
      >
        {(all) => <FriendList friends={all.slice(0, FRIENDS_SHOWN)} />}
      </QueryResult>
      {open && <AllFriendsDialog friends={friends} onClose={() => setOpen(false)} />}
    </Card>
  );
}

/** All friends, with a search in the browser; Escape and a tap outside close the dialog (spec 001 §2). */
function AllFriendsDialog(props: { friends: readonly Referee[]; onClose: () => void }) {
  const { friends, onClose } = props;
  const { t } = useTranslation(referralTexts);
  const [query, setQuery] = useState("");
  const wanted = useDebouncedValue(query);
  const found = friendsLike(friends, wanted);

  return (
    <Dialog
      open
      title={t("all.title")}
      description={t("all.total", { count: friends.length })}
      closeOnOverlay
      onClose={onClose}
    >
      <Stack gap={2} className={styles.history}>
        <SearchField label={t("all.search")} value={query} onChange={setQuery} />
        <p role="status" className={text.note}>
          {wanted.trim() !== "" && t("all.found", { count: found.length })}
        </p>
        {found.length > 0 ? (
          <FriendList friends={found} detailed />
        ) : (
          <Empty text={t("all.none")} />
        )}
      </Stack>
    </Dialog>
  );
}

/**
 * Friends who joined with the member's code, masked; active after their first verified bill. The detailed list has the
 * email address and the day of joining as well.
 */
function FriendList({ friends, detailed }: { friends: readonly Referee[]; detailed?: boolean }) {
  const { t } = useTranslation(referralTexts);
  return (
    <ul role="list" className={surfaceStyles.divided}>
      {friends.map(({ id, name, fullMobileNumber, email, createdAt, isActive }) => (
        <Cluster
          as="li"
          key={id}
          gap={4}
          nowrap
          justify="between"
          className={layoutStyles.padBlock}
        >
          <Stack as="span">
            <span>{name || t("noName")}</span>
            <span className={text.note}>{fullMobileNumber}</span>
            {detailed && email && <span className={text.note}>{email}</span>}
            {detailed && (
              <span className={text.note}>{t("joined", { date: formatDate(createdAt) })}</span>
            )}
          </Stack>
          {isActive !== null && (
            <span
              className={`${isActive ? surfaceStyles.success : surfaceStyles.sunken} ${surfaceStyles.tag} ${layoutStyles.flexNone}`}
            >
              {isActive ? t("active") : t("pending")}
            </span>
          )}
        </Cluster>
      ))}
    </ul>
  );
}

/** `+60 12-***6789`, as the API masks a number: calling code, first two digits, last four. */
const MASKED_NUMBER = /^\+(\d+) (\d+)-\*+(\d+)$/;
/** `a***@example.com`. */
const MASKED_EMAIL = /^(.)\*+@(.+)$/;

/**
 * Friends found by name, number or email address (spec 001 §2). Number and address are masked, so a complete one
 * finds every friend it could belong to.
 */
export function friendsLike(friends: readonly Referee[], query: string): Referee[] {
  const wanted = query.trim().toLowerCase();
  return friends.filter(
    ({ name, email, fullMobileNumber }) =>
      name.toLowerCase().includes(wanted) ||
      couldBeEmail(email?.toLowerCase() ?? "", wanted) ||
      couldBeNumber(fullMobileNumber, wanted),
  );
}

function couldBeEmail(masked: string, wanted: string): boolean {
  const [, first, domain] = MASKED_EMAIL.exec(masked) ?? [];
  const [name, typedDomain] = wanted.split("@");
  if (!first || !domain || !name || typedDomain === undefined) return masked.includes(wanted);
  return name.startsWith(first) && domain.startsWith(typedDomain);
}

function couldBeNumber(masked: string, wanted: string): boolean {
  if (!/^\+?[\d\s()-]*\d[\d\s()-]*$/.test(wanted)) return false;
  const digits = wanted.replaceAll(/\D/g, "");
  const [, code, begin, end] = MASKED_NUMBER.exec(masked) ?? [];
  if (!code || !begin || !end) return masked.replaceAll(/\D/g, "").includes(digits);
  if (`${code}${begin}`.includes(digits) || end.includes(digits)) return true;

  const national = [digits.replace(/^0+/, "")];
  if (digits.startsWith(code)) national.push(digits.slice(code.length));
  return national.some(
    (typed) =>
      typed !== "" &&
      (begin.startsWith(typed) ||
        (typed.startsWith(begin) &&
          typed.endsWith(end) &&
          typed.length > begin.length + end.length)),
  );
}
