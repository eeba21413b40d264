/** What members ask most, in the order of the membership page; question and answer are in the texts `faq`. */
export const faq = ["cost", "earn", "when", "redeem", "tiers", "voucher", "birthday"] as const;
