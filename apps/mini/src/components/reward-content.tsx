import { currency } from "@loyalty/api-client/group";
import { pictureAddress } from "@loyalty/api-client/http";
import { senOf } from "@loyalty/api-client/rules/points";
import type { Reward } from "@loyalty/api-client/wire";
import { useProgrammeWords } from "@loyalty/content/menu-words";
import { formatMoney } from "@loyalty/ui/formats";
import { Picture } from "@loyalty/ui/picture";
import { inertElement } from "@loyalty/ui/trusted-types";
import textStyles from "@loyalty/ui/text.module.css";
import { Gift, Ticket } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

import styles from "./reward-content.module.css";

export interface PicturedReward extends Pick<Reward, "imageName" | "transactionSourceId"> {
  /** Ringgit off a bill; a tier's reward has none. */
  discountValue?: string;
}

/** The picture of a reward's page, to which that of its tile grows where the browser has view transitions. */
export const PICTURE_OF_PAGE = { viewTransitionName: "reward-picture" };

interface RewardPictureProps extends Pick<ComponentProps<typeof Picture>, "ratio" | "eager"> {
  reward: PicturedReward;
}

/** The picture of a reward, else a ticket with the amount off. Decorative. */
export function RewardPicture({ reward, ratio, eager }: RewardPictureProps) {
  const { imageName, transactionSourceId, discountValue } = reward;
  if (imageName) {
    const src = pictureAddress(imageName, transactionSourceId);
    return <Picture src={src} alt="" ratio={ratio} width={600} height={600} eager={eager} />;
  }
  const amount = amountOff(discountValue);
  const Icon = discountValue === undefined ? Ticket : Gift;
  return (
    <span className={styles.ticket} style={{ aspectRatio: ratio }} aria-hidden="true">
      {amount ? <span>{amount}</span> : <Icon size={36} />}
    </span>
  );
}

/** A reward's description in the member's language, and below it in English for members who chose to see both. */
export function ProgrammeProse({ html }: { html: string }) {
  const { words, lang, original } = useProgrammeWords()(html);
  return (
    <>
      <div lang={lang}>
        <Prose html={words} />
      </div>
      {original !== null && (
        <div className={textStyles.note} lang="en">
          <Prose html={original} />
        </div>
      )}
    </>
  );
}

/** The tags that are kept; of any other element only the text is shown. */
const ALLOWED = new Set(["p", "ul", "ol", "li", "strong", "em", "b", "i", "br", "h3", "h4"]);
const REMOVED = new Set(["script", "style", "template", "iframe", "object"]);

function render(node: Node, key: number): ReactNode {
  // The line does not break within an amount.
  if (node.nodeType === Node.TEXT_NODE)
    return node.textContent?.replaceAll(`${currency.sign} `, `${currency.sign}\u00A0`);
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  if (REMOVED.has(name)) return null;
  if (name === "br") return <br key={key} />;
  const children = [...node.childNodes].map(render);
  if (!ALLOWED.has(name)) return children;
  const Tag = name as "p";
  return <Tag key={key}>{children}</Tag>;
}

/** HTML that the API has sanitised, here without any attributes, so that nothing in it can run, load or link anywhere. */
export function Prose({ html }: { html: string }) {
  return [...inertElement(html).childNodes].map(render);
}

/** The English original below a translation, for members who chose to see both. */
export function OriginalText({ words }: { words: string | null }) {
  if (words === null) return null;
  return (
    <p className={textStyles.note} lang="en">
      {words}
    </p>
  );
}

/** Ringgit as text: `RM 5` for "5.00"; null for zero. */
export function amountOff(ringgit = "0"): string | null {
  const sen = senOf(ringgit);
  return sen > 0 ? formatMoney(sen, { whole: true }) : null;
}
