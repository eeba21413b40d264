import { randomUUID } from "node:crypto";

import type { APIRequestContext } from "@playwright/test";

import type { MemberPerson } from "./people.ts";
import { api } from "./servers.ts";

const TEA = "Classic Thai Milk Tea with Bobas";

/** The member claims a tea for 500 points and shows its code at an outlet; answers the code. */
export async function shownTea(
  { user, token }: MemberPerson,
  request: APIRequestContext,
  outletId = 1,
): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` };
  const post = async (path: string, data: object) => {
    const sent = { data, headers: { ...headers, "Idempotency-Key": randomUUID() } };
    const answer = await request.post(`${api}/api${path}`, sent);
    if (!answer.ok()) throw new Error(`POST ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
  const { rewardList } = await (await request.get(`${api}/api/reward`, { headers })).json();
  const tea = rewardList.find(({ title }: { title: string }) => title === TEA);
  const { memberReward } = await post("/claim", { memberId: user.id, rewardId: tea.id });
  const redeem = { memberId: user.id, memberRewardId: memberReward.id, outletId };
  await post("/memberRedeem", redeem);
  return String(memberReward.code);
}
