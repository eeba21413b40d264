import type { ReactNode } from "react";

import { VisuallyHidden } from "../visually-hidden/visually-hidden.tsx";

interface LoadingProps {
  /** What is being loaded, in the specs' words: "Loading activities...". */
  text: string;
  /** Skeletons of the final size. */
  children?: ReactNode;
}

/** A region that waits for its data: skeletons to see, a sentence to hear. */
export function Loading({ text, children }: LoadingProps) {
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{text}</VisuallyHidden>
      {children}
    </div>
  );
}
