import { texts } from "../i18n/i18n.ts";
import en from "./en/receipt.json";

export const receiptTexts = texts("receipt", en);
