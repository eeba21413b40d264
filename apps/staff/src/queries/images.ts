import { useSend } from "./queries.ts";

/** Keeps a picture, and returns its name. The file is in base64. */
export const useUploadImage = () => useSend("POST /staff/content/image", {});

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
