import { ApiError } from "./errors.ts";
import { responseBody, api } from "./http.ts";
import { extensionOf } from "./rules/enquiries.ts";
import type { ApplicationBody, FeedbackBody } from "./wire.ts";

/** A job application without its file; the wire's names (spec 001 §7). */
export type Application = Omit<ApplicationBody, `AttachmentFile${string}`>;

/**
 * Sends an application: `POST /email/career`. Gives the sentence to show.
 *
 * @param attachment a .pdf, .doc or .docx of 5 MB at most, or null
 */
export async function sendApplication(application: Application, attachment: File | null) {
  const body = {
    ...application,
    AttachmentFile: attachment === null ? "" : await base64Of(attachment),
    AttachmentFileName: attachment?.name ?? "",
    AttachmentFileExtension: attachment === null ? "" : extensionOf(attachment.name),
  };
  return (await responseBody(api().POST("/email/career", { body }))).message;
}

/**
 * Sends a feedback: `POST /email/feedback`. Gives the sentence to show.
 *
 * @throws {ApiError} also for a falsy result, which counts as failure (spec 001 §7)
 */
export async function sendFeedback(body: FeedbackBody) {
  const answer = await responseBody(api().POST("/email/feedback", { body }));
  if (!answer) throw new ApiError({ message: "The answer is empty", status: 200 });
  return answer.message;
}

/** A file in base64, without the head of a data address. Rejects when the file can no longer be read. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const address = String(reader.result);
      resolve(address.slice(address.indexOf(",") + 1));
    });
    reader.addEventListener("error", () => {
      reject(reader.error ?? new Error("The file cannot be read"));
    });
    reader.readAsDataURL(file);
  });
}
