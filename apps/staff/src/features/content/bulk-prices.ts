import { senOf, typedRinggit } from "@loyalty/api-client/rules/points";

/** A dish as the form of the menu has it, its price as it is typed. */
export interface PricedDish {
  id: string;
  name: { en: string };
  price: string;
}

/** By how many ringgit or per cent prices change, as it is typed: `0.50`, `-5`. */
export interface PriceChange {
  by: "ringgit" | "percent";
  amount: string;
}

/** What a dish costs and will cost, in sen. */
export interface NewPrice {
  id: string;
  name: string;
  was: number;
  becomes: number;
}

const AMOUNT = /^[+-]?\d{1,4}(\.\d{1,2})?$/;

/** Whether prices can be changed by this: a number of at most two decimals that is not nought. */
export const isAmount = (typed: string): boolean => AMOUNT.test(typed) && Number(typed) !== 0;

/** The new prices of dishes, rounded to 10 sen, in the order of the dishes; those without a price have none. */
export function newPrices(dishes: readonly PricedDish[], change: PriceChange): NewPrice[] {
  const hundredths = Math.round(Number(change.amount) * 100);
  return dishes.flatMap(({ id, name, price }) => {
    const ringgit = typedRinggit(price);
    if (ringgit === null) return [];
    const was = senOf(ringgit);
    const exact =
      change.by === "ringgit" ? (was + hundredths) / 10 : (was * (10_000 + hundredths)) / 100_000;
    return [{ id, name: name.en, was, becomes: Math.round(exact) * 10 }];
  });
}
