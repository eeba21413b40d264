import { formatMoney } from "@loyalty/ui";

/** An amount off the bill as a ticket says it: "5.00" is `RM 5`; null when it is nothing. */
export function amountOff(ringgit: string): string | null {
  const value = Number(ringgit);
  return value > 0 ? formatMoney(Math.round(value * 100), { whole: true }) : null;
}
