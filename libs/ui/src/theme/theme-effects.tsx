import { type ReactNode, useEffect, useLayoutEffect } from "react";

import { applyTheme, showBrand } from "./theme-boot.ts";
import { readTheme, useTheme } from "./theme-store.ts";

/** Applies the stored theme to the document where no inline script has done so, and shows a page that waited for its brand. */
export function ThemeEffects({ children }: { children: ReactNode }) {
  const { brand } = useTheme();
  useEffect(() => {
    const remembered = readTheme();
    applyTheme(remembered.brand, remembered.scheme);
  }, []);
  useLayoutEffect(() => showBrand(brand), [brand]);
  return children;
}
