import { texts } from "@loyalty/ui/i18n";

import en from "./en/wallet.json";

export const walletTexts = texts("wallet", en);
