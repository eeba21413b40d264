import { pictureAddress } from "@loyalty/api-client";
import { Picture, rewardDrawing } from "@loyalty/ui";
import { Gift, Ticket } from "lucide-react";

import styles from "./reward-picture.module.css";

interface RewardPictureProps {
  title: string;
  imageName: string | null;
  transactionSourceId?: number;
  /** An amount off the bill, as money: drawn on the ticket. */
  amount?: string | null;
  ratio: string;
  eager?: boolean;
}

/** What a reward looks like: its picture, else our drawing of the dish, else a ticket. It decorates its title. */
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
