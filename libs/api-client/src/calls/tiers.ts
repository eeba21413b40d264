import { answerOf, api } from "../http.ts";
import type { Tier } from "../wire.ts";

/** The tiers of the programme, lowest first: `GET /membership`. */
export const getTiers = async (signal?: AbortSignal): Promise<Tier[]> =>
  (await answerOf(api().GET("/membership", { signal }))).membershipList.toSorted(
    (one, other) => one.level - other.level,
  );

/** One tier. The wire spells the path in two ways, `/membership` and `/memberShip`; we ask for the first. */
export const getTier = (id: number, signal?: AbortSignal): Promise<Tier> =>
  answerOf(
    api().GET("/membership/{membership_id}", { params: { path: { membership_id: id } }, signal }),
  );
