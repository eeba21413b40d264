import { pictureAddress } from "@loyalty/api-client/http.ts";
import { useProgrammeWords } from "@loyalty/ui/content/menu-words.ts";
import { rewardDrawing } from "@loyalty/ui/content/programme.ts";
import { formatMoney } from "@loyalty/ui/i18n/formats.ts";
import { Picture } from "@loyalty/ui/primitives/picture.tsx";
import { inertElement } from "@loyalty/ui/shell/trusted-types.ts";
import { Gift, Ticket } from "lucide-react";
import type { ReactNode } from "react";

import styles from "./reward-content.module.css";

interface RewardPictureProps {
  title: string;
  imageName: string | null;
  transactionSourceId?: number;
  /** The amount off a bill, written on the drawn ticket. */
  amount?: string | null;
  ratio: string;
  eager?: boolean;
}

/** The picture of a reward: the uploaded one, else our drawing of the dish, else a ticket. Decorative. */
export function RewardPicture(props: RewardPictureProps) {
  const { title, imageName, transactionSourceId, amount, ratio, eager } = props;
  const src = imageName ? pictureAddress(imageName, transactionSourceId) : rewardDrawing(title);
  if (src) {
    return (
      <Picture src={src} alt="" ratio={ratio} width={600} height={600} eager={eager ?? false} />
    );
  }
  const Icon = amount === null ? Gift : Ticket;
  return (
    <span className={styles.ticket} style={{ aspectRatio: ratio }} aria-hidden="true">
      {amount ? <span className={styles.amount}>{amount}</span> : <Icon size={36} />}
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
        <div className={styles.original} lang="en">
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
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  if (REMOVED.has(name)) return null;
  if (name === "br") return <br key={key} />;
  const children = [...node.childNodes].map(render);
  if (!ALLOWED.has(name)) return children;
  const Tag = name as "p";
  return <Tag key={key}>{children}</Tag>;
}

/**
 * HTML from the API. The server sanitises it; here each element is rendered without attributes, so that nothing in it
 * can run, load or link anywhere.
 */
export function Prose({ html }: { html: string }) {
  return [...inertElement(html).childNodes].map(render);
}

/** The English original below a translation, for members who chose to see both. */
export function Original({ words }: { words: string | null }) {
  if (words === null) return null;
  return (
    <p className={styles.original} lang="en">
      {words}
    </p>
  );
}

/** An amount off a bill as text: `RM 5` for "5.00"; null for zero. */
export function amountOff(ringgit: string): string | null {
  const value = Number(ringgit);
  return value > 0 ? formatMoney(Math.round(value * 100), { whole: true }) : null;
}
