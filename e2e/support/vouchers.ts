import { randomUUID } from "node:crypto";

import { expect, type Page, request } from "@playwright/test";

import { press } from "./dialogs.ts";
import type { Session } from "./people.ts";
import { api, mini } from "./servers.ts";

/** The reward that the stories claim: something to hand out, for 500 points. */
export const TEA = "Classic Thai Milk Tea with Bobas";

export async function showTeaOn(page: Page, outlet: string): Promise<void> {
  await page.goto(`${mini}/redeem`);
  await page.getByRole("link", { name: `View Details of ${TEA}` }).click();
  await press(page, "Claim Now");
  await press(page, "Confirm Claim");
  await press(page, "Navigate to My Rewards");
  await page.getByRole("link", { name: `View Details of ${TEA}` }).click();
  await press(page, "Use it Now");
  await page.getByRole("searchbox").fill(outlet);
  // By the keyboard: a click may miss while the list is filtered.
  const found = page.getByRole("radio", { name: new RegExp(outlet) });
  await found.press("Space");
  await expect(found).toBeChecked();
  await press(page, "Confirm Claim");
  await expect(page.getByText("Present this code to the cashier")).toBeVisible();
}

export interface Shown {
  id: number;
  /** As printed: `XXXX-XXXX-XXXX`. */
  code: string;
  /** The text that a till verifies without the network, where it was asked for. */
  signedCode: string | null;
}

interface Place {
  outletId: number;
  /** "No network at the counter?" was pressed. */
  withoutNetwork?: boolean;
}

export async function shownTea(member: Session, place: Place = { outletId: 1 }): Promise<Shown> {
  return (await shownTeas(member, [place]))[0]!;
}

export async function shownTeas(member: Session, places: readonly Place[]): Promise<Shown[]> {
  const memberId = member.user.id;
  const { rewardList } = await asMember(member, "GET", "/reward");
  const tea = (rewardList as { id: number; title: string }[]).find(({ title }) => title === TEA)!;
  const claimed: { id: number; code: string; place: Place }[] = [];
  for (const place of places) {
    const claim = await asMember(member, "POST", "/claim", { memberId, rewardId: tea.id });
    claimed.push({ ...(claim.memberReward as { id: number; code: string }), place });
  }
  const shown: Shown[] = [];
  for (const { id, code, place } of claimed) {
    const redeem = { memberId, memberRewardId: id, ...place };
    const { memberRedeem } = await asMember(member, "POST", "/memberRedeem", redeem);
    const { signedCode } = memberRedeem as { signedCode: string | null };
    shown.push({ id, code, signedCode });
  }
  return shown;
}

export async function usesOf(member: Session): Promise<Map<string, string | null>> {
  const answer = await asMember(member, "GET", "/memberReward");
  const list = answer.memberRewardList as { code: string; usedAt: string | null }[];
  return new Map(list.map(({ code, usedAt }) => [code, usedAt]));
}

async function asMember(
  { token }: Session,
  method: "GET" | "POST",
  path: string,
  data?: object,
): Promise<Record<string, unknown>> {
  const context = await request.newContext();
  try {
    const headers = { Authorization: `Bearer ${token}`, "Idempotency-Key": randomUUID() };
    const answer = await context.fetch(`${api}/api${path}`, { method, data, headers });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  } finally {
    await context.dispose();
  }
}
