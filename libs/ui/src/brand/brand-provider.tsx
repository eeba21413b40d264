import { useEffect, useLayoutEffect, type ReactNode } from "react";

import { readLook } from "./look-store.ts";
import { applyLook, showDressed } from "./look.ts";
import { useLook } from "./use-look.ts";

/** Puts the remembered look on the document, where no boot script has done so; later choices apply themselves. */
export function BrandProvider({ children }: { children: ReactNode }) {
  const { brand } = useLook();
  useEffect(() => {
    const remembered = readLook();
    applyLook(remembered.brand, remembered.scheme);
  }, []);
  useLayoutEffect(() => showDressed(brand), [brand]);
  return children;
}
