import { apiAddress } from "../http.ts";

/** `transactionSourceId` of a tier's reward, whose pictures are kept apart (spec 000 §7). */
export const FROM_TIER = 7;

/** The address of a reward's picture: `GET /content/{imageName}`, or `/content-membership/{imageName}`. */
export function pictureAddress(imageName: string, transactionSourceId?: number): string {
  const folder = transactionSourceId === FROM_TIER ? "content-membership" : "content";
  return apiAddress(`/${folder}/${encodeURIComponent(imageName)}`);
}
