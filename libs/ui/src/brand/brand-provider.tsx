import { useEffect, type ReactNode } from "react";

import { readLook } from "./look-store.ts";
import { applyLook } from "./look.ts";

/** Puts the remembered look on the document, where no boot script has done so; later choices apply themselves. */
export function BrandProvider({ children }: { children: ReactNode }) {
  useEffect(() => {
    const { brand, scheme } = readLook();
    applyLook(brand, scheme);
  }, []);
  return children;
}
