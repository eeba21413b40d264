import { useIsMutating, useMutation } from "@tanstack/react-query";

import { useSend } from "./queries.ts";

/** Keeps a picture, and returns its name. The file is in base64. */
export const useUploadImage = () => useSend("POST /staff/content/image", {});

const PHOTOGRAPH_KEY = ["photograph"];

/** What is done with a photograph that was chosen: it is read, made smaller and sent. */
export const usePhotograph = (use: (file: File) => Promise<void>) =>
  useMutation({ mutationKey: PHOTOGRAPH_KEY, mutationFn: use });

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
