import { expect, test } from "vitest";

import { ApiError } from "./errors.ts";
import type { FakeApi } from "./testing/responses.ts";
import { serveFakeApi } from "./testing/setup.ts";
import { sendApplication, sendFeedback, type Application } from "./enquiries.ts";

let api: FakeApi;
serveFakeApi((fake) => (api = fake), { visitor: true });

const application: Application = {
  FullName: "Aisyah Rahman",
  Email: "aisyah@example.com",
  MobileNumber: "0123456789",
  IdentificationNumber: "940308-14-5566",
  Address: "12 Jalan Ampang",
  AppliedDepartment: "Kitchen Crew",
  PrefferedLocation: "Johor",
};

test("an application travels under the documents' names, with its file in base64", async () => {
  const attachment = new File(["%PDF-"], "My CV.PDF", { type: "application/pdf" });
  await expect(sendApplication(application, attachment)).resolves.toBe(
    "Application submitted successfully! HR will review your application and contact you soon.",
  );
  expect(api.world.applications).toEqual([
    {
      FullName: "Aisyah Rahman",
      Email: "aisyah@example.com",
      MobileNumber: "0123456789",
      IdentificationNumber: "940308-14-5566",
      Address: "12 Jalan Ampang",
      AppliedDepartment: "Kitchen Crew",
      PrefferedLocation: "Johor",
      AttachmentFile: "JVBERi0=",
      AttachmentFileName: "My CV.PDF",
      AttachmentFileExtension: ".pdf",
    },
  ]);
});

test("an application without a file has three empty texts", async () => {
  await sendApplication(application, null);
  expect(api.world.applications[0]).toMatchObject({
    AttachmentFile: "",
    AttachmentFileName: "",
    AttachmentFileExtension: "",
  });
});

test("a file that the server refuses arrives as its sentence", async () => {
  api.failNext("POST /email/career", 422, { message: "The attached file is empty." });
  await expect(sendApplication(application, null)).rejects.toThrow("The attached file is empty.");
  await expect(sendApplication(application, null)).resolves.toBeTypeOf("string");
});

test("a feedback travels under the documents' names", async () => {
  const feedback = {
    FullName: "Benjamin",
    MobileNumber: "0198765432",
    OutletName: "IOI",
    Remarks: "Splendid",
  };
  await expect(sendFeedback(feedback)).resolves.toBe(
    "Thank you for your feedback! We will get back to you soon.",
  );
  expect(api.world.feedback).toEqual([feedback]);
  api.failNext("POST /email/feedback", 0);
  await expect(sendFeedback(feedback)).rejects.toThrow(ApiError);
});
