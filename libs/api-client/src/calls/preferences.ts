import { answerOf, api } from "../http.ts";
import type { Preferences } from "../wire.ts";

/** What a member prefers, what she never chose as it comes: `GET /member/{id}/preferences`. */
export const getPreferences = (id: number, signal?: AbortSignal): Promise<Preferences> =>
  answerOf(
    api().GET("/member/{member_id}/preferences", { params: { path: { member_id: id } }, signal }),
  );

/**
 * Saves sections of what a member prefers, each whole, and gives everything that holds then:
 * `PUT /member/{id}/preferences`. A section that is left out stays as it is.
 */
export const savePreferences = (id: number, sections: Partial<Preferences>): Promise<Preferences> =>
  answerOf(
    api().PUT("/member/{member_id}/preferences", {
      params: { path: { member_id: id } },
      body: sections,
    }),
  );
