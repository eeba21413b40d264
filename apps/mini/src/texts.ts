import { addEnglish } from "@loyalty/ui/i18n";

import arrival from "./texts/en/arrival.json";
import consent from "./app/texts/en/consent.json";
import memberNavigation from "./app/texts/en/member-navigation.json";
import hosts from "./texts/en/hosts.json";
import messagesLink from "./app/texts/en/messages-link.json";
import rewards from "./texts/en/rewards.json";
import wallet from "./texts/en/wallet.json";

export const arrivalTexts = addEnglish("arrival", arrival);
export const consentTexts = addEnglish("consent", consent);
export const hostsTexts = addEnglish("hosts", hosts);
export const memberNavigationTexts = addEnglish("member-navigation", memberNavigation);
export const messagesLinkTexts = addEnglish("messages-link", messagesLink);
export const rewardsTexts = addEnglish("rewards", rewards);
export const walletTexts = addEnglish("wallet", wallet);

declare module "i18next" {
  interface ResourceNamespaceMap {
    arrival: typeof arrival;
    consent: typeof consent;
    hosts: typeof hosts;
    "member-navigation": typeof memberNavigation;
    "messages-link": typeof messagesLink;
    rewards: typeof rewards;
    wallet: typeof wallet;
  }
}
