import { texts } from "@loyalty/ui/i18n/i18n.ts";
import en from "./en/wallet.json";

export const walletTexts = texts("wallet", en);
