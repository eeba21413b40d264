import { ApiError } from "./errors.ts";
import { responseBody, api } from "./http.ts";
import { extensionOf } from "./rules/enquiries.ts";

/** A job application as the form holds it (spec 001 §3). */
export interface Application {
  fullName: string;
  email: string;
  mobileNumber: string;
  identificationNumber: string;
  address: string;
  /** The name of a published opening's department. */
  department: string;
  place: string;
  /** A .pdf, .doc or .docx of 5 MB at most, or null. */
  attachment: File | null;
}

/** A feedback as the form holds it. */
export interface Feedback {
  fullName: string;
  mobileNumber: string;
  outletName: string;
  remarks: string;
}

/** Sends an application: `POST /email/career`. Gives the sentence to show. */
export async function sendApplication(application: Application): Promise<string> {
  const { attachment } = application;
  const answer = await responseBody(
    api().POST("/email/career", {
      body: {
        FullName: application.fullName,
        Email: application.email,
        MobileNumber: application.mobileNumber,
        IdentificationNumber: application.identificationNumber,
        Address: application.address,
        AppliedDepartment: application.department,
        PrefferedLocation: application.place,
        AttachmentFile: attachment === null ? "" : await base64Of(attachment),
        AttachmentFileName: attachment?.name ?? "",
        AttachmentFileExtension: attachment === null ? "" : extensionOf(attachment.name),
      },
    }),
  );
  return answer.message;
}

/**
 * Sends a feedback: `POST /email/feedback`. Gives the sentence to show.
 *
 * @throws {ApiError} also for a falsy result, which counts as failure (spec 001 §7)
 */
export async function sendFeedback(feedback: Feedback): Promise<string> {
  const answer = await responseBody(
    api().POST("/email/feedback", {
      body: {
        FullName: feedback.fullName,
        MobileNumber: feedback.mobileNumber,
        OutletName: feedback.outletName,
        Remarks: feedback.remarks,
      },
    }),
  );
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
