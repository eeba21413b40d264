import { useIsMutating } from "@tanstack/react-query";

import { useSend } from "./queries.ts";

/** Keeps a picture, and returns its name. The file is in base64. */
export const useUploadImage = () => useSend("POST /staff/content/image", {});

/** The key of a photograph's mutation: what is read, made smaller and sent. */
export const PHOTOGRAPH_KEY = ["photograph"];

/** Whether a photograph of the form is under way: saved now, the form would leave it out. */
export const useIsUploading = () => useIsMutating({ mutationKey: PHOTOGRAPH_KEY }) > 0;

/** A file's content in base64. */
export function inBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const address = reader.result as string;
      resolve(address.slice(address.indexOf(",") + 1));
    });
    reader.addEventListener("error", () =>
      reject(reader.error ?? new Error("The file was not read.")),
    );
    reader.readAsDataURL(file);
  });
}
