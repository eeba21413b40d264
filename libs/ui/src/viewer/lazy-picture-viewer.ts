import { lazy } from "react";

/** The viewer, loaded when somebody taps a picture. */
export const LazyPictureViewer = lazy(async () => ({
  default: (await import("./picture-viewer.tsx")).PictureViewer,
}));
