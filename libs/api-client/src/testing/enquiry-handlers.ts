import { HttpResponse, type HttpHandler } from "msw";

import type { ApplicationBody, FeedbackBody } from "../wire.ts";
import type { Answer, FakeApi } from "./answers.ts";

/** What people write to us. */
export function enquiryHandlers({ world }: FakeApi, answer: Answer): HttpHandler[] {
  return [
    answer("POST /email/career", async ({ request }) => {
      world.applications.push((await request.json()) as ApplicationBody);
      return HttpResponse.json({
        message:
          "Application submitted successfully! HR will review your application and contact you soon.",
      });
    }),

    answer("POST /email/feedback", async ({ request }) => {
      world.feedback.push((await request.json()) as FeedbackBody);
      return HttpResponse.json({
        message: "Thank you for your feedback! We will get back to you soon.",
      });
    }),
  ];
}
