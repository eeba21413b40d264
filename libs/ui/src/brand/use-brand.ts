import { brands, type Brand } from "./brands.ts";
import { chooseBrand } from "./look-store.ts";
import { useLook } from "./use-look.ts";

/** The active brand as data, and how to choose the other one. */
export function useBrand(): { brand: Brand; chooseBrand: typeof chooseBrand } {
  return { brand: brands[useLook().brand], chooseBrand };
}
