import { messageOf } from "@loyalty/api-client/errors";
import { useAddWalletPass, useWallets } from "@loyalty/api-client/react/wallet";
import type { Wallet } from "@loyalty/api-client/wire";
import { Cluster } from "@loyalty/ui/layout";
import { Button } from "@loyalty/ui/button";
import { useBrand } from "@loyalty/ui/theme-store";
import { showToast } from "@loyalty/ui/toast";
import { useTranslation } from "react-i18next";

import { walletTexts } from "../texts.ts";

/** In this order; one that this app does not know has no button. */
const WALLETS: readonly Wallet[] = ["apple", "google"];

interface WalletButtonsProps {
  /** The voucher whose pass is added; without one it is the member's card. */
  voucherId?: number;
  /** Opens the address that adds a pass: the browser downloads it, or goes to Google's page. */
  openPass?: (url: string) => void;
}

/** "Add to Apple Wallet" and "Add to Google Wallet": one for each wallet that the server has, and nothing without. */
export function WalletButtons({
  voucherId,
  openPass = (url) => window.location.assign(url),
}: WalletButtonsProps) {
  const { t } = useTranslation(walletTexts);
  const { data } = useWallets();
  const { brand } = useBrand();
  const add = useAddWalletPass();
  const adding = add.isPending ? add.variables.wallet : null;
  const wallets = WALLETS.filter((wallet) => data?.includes(wallet));
  if (wallets.length === 0) return null;
  return (
    <Cluster gap={2} justify="center">
      {wallets.map((wallet) => (
        <Button
          key={wallet}
          variant="outline"
          busy={adding === wallet}
          onClick={() =>
            add.mutate(
              { wallet, brand: brand.key, voucherId: voucherId ?? null },
              {
                onSuccess: openPass,
                onError: (error) => showToast("error", messageOf(error, t("failed")), 5),
              },
            )
          }
        >
          {t(adding === wallet ? "adding" : wallet)}
        </Button>
      ))}
    </Cluster>
  );
}
