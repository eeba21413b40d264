import { answerOf, api } from "../http.ts";
import type { Agreement, ConsentStanding } from "../wire.ts";

/** Whether a member has agreed to the notice that holds now: `GET /member/{id}/consent`. */
export const getConsent = (id: number, signal?: AbortSignal): Promise<ConsentStanding> =>
  answerOf(
    api().GET("/member/{member_id}/consent", { params: { path: { member_id: id } }, signal }),
  );

/** Agrees to the notice that holds now, once it has been read: `POST /member/{id}/consent`. */
export const giveConsent = (id: number, agreement: Agreement): Promise<ConsentStanding> =>
  answerOf(
    api().POST("/member/{member_id}/consent", {
      params: { path: { member_id: id } },
      body: agreement,
    }),
  );
