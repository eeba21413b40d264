import { lazy } from "react";

/** The viewer with its texts, loaded when somebody wants to read them. */
export const LazyLegalViewer = lazy(async () => ({
  default: (await import("./legal-viewer.tsx")).LegalViewer,
}));
