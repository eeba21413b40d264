import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import calendarCases from "../../cases/calendar.json" with { type: "json" };
import enquiryCases from "../../cases/enquiries.json";
import phoneCases from "../../cases/phone.json";
import pointCases from "../../cases/points.json";
import preferenceCases from "../../cases/preferences.json";
import rewardCases from "../../cases/rewards.json";
import tierCases from "../../cases/tiers.json";
import { isBirthMonth, isPastDay, malaysianClock, malaysianDate } from "./calendar.ts";
import { ATTACHMENT_EXTENSIONS, ATTACHMENT_MAX_BYTES, attachmentProblem } from "./enquiries.ts";
import { normalisePhone, phoneProblem } from "./phone.ts";
import {
  earned,
  navTier,
  nextTier,
  pointsToGo,
  signedPoints,
  tierProgress,
  TIERS,
} from "./points.ts";
import { DEFAULT_PREFERENCES, keptSection, PREFERENCE_CHOICES } from "./preferences.ts";
import {
  affordableFirst,
  daysLeft,
  lastDayIfClaimed,
  nextBestReward,
  savedInYear,
  presentedSecondsLeft,
  rewardBadges,
  rewardButton,
  voucherStatus,
  claimIneligibility,
  presentIneligibility,
  type Claimant,
  type Offer,
  type VoucherValidity,
} from "./rewards.ts";

describe("telephone numbers", () => {
  // The sentences of spec 000 §5, as the API says them; the apps say them from their catalogues by the same keys.
  const SENTENCES = {
    "60": "Malaysian mobile numbers should start with 1 and be 9-10 digits long",
    "65": "Singapore mobile numbers should start with 8 or 9 and be 8 digits long",
    "1": "US/Canada numbers should be 10 digits long",
    "44": "UK mobile numbers should start with 7 and be 10-11 digits long",
    "86": "China mobile numbers should start with 1 and be 11 digits long",
    "91": "India mobile numbers should start with 6-9 and be 10 digits long",
    other: "Phone number should be between 7-15 digits long",
  };

  test.each(phoneCases)("$why: $callingCode $typed", ({ callingCode, typed, number, problem }) => {
    expect(normalisePhone(callingCode, typed)).toBe(number);

    const found = phoneProblem(callingCode, typed);
    expect(found === null ? null : SENTENCES[found]).toBe(problem);
  });
});

describe("the calendar", () => {
  describe.each(["UTC", "Asia/Kuala_Lumpur", "America/Los_Angeles", "Pacific/Kiritimati"])(
    "on a device in %s",
    (zone) => {
      beforeEach(() => void vi.stubEnv("TZ", zone));
      afterEach(() => void vi.unstubAllEnvs());

      test.each(calendarCases)("$why", ({ instant, day, time }) => {
        expect(malaysianClock(new Date(instant))).toEqual({ day, time });
        expect(malaysianDate(new Date(instant))).toBe(day);
      });
    },
  );

  test("29 February has a birth month every year, a missing date of birth has none", () => {
    expect(isBirthMonth("2000-02-29", new Date("2026-01-31T15:59:59Z"))).toBe(false);
    expect(isBirthMonth("2000-02-29", new Date("2026-01-31T16:00:00Z"))).toBe(true);
    expect(isBirthMonth("2000-02-29", new Date("2026-02-28T15:59:59Z"))).toBe(true);
    expect(isBirthMonth("2000-02-29", new Date("2026-02-28T16:00:00Z"))).toBe(false);
    expect(isBirthMonth(null, new Date())).toBe(false);
  });

  test.each([
    ["1899-12-31", false],
    ["1900-01-01", true],
    ["2026-01-31", true],
    ["2026-02-01", false],
  ])("on 1 February, %s as a day of birth: %s", (day, possible) => {
    expect(isPastDay(day, new Date("2026-01-31T16:00:00Z"))).toBe(possible);
  });
});

describe("points", () => {
  test.each(pointCases.earned)(
    "$why: $netSen sen at $multiplierTenths tenths",
    ({ netSen, multiplierTenths, points }) => {
      expect(earned(netSen, multiplierTenths)).toBe(points);
    },
  );

  test.each(pointCases.signed)("$why: $points points are $delta", ({ actionId, points, delta }) => {
    expect(signedPoints(actionId, points)).toBe(delta);
  });

  test("nothing redeemed is plain zero, which reads without a minus", () => {
    expect(Object.is(signedPoints(3, 0), 0)).toBe(true);
  });
});

describe("tiers", () => {
  test("the tiers are those of the programme", () => {
    expect(TIERS).toEqual(tierCases.tiers);
  });

  test.each(tierCases.progress)("$why", ({ points, level, percent, toGo, nextName }) => {
    const threshold = TIERS[level]?.upLevelPointAmount ?? 0;

    expect(tierProgress(points, threshold)).toBeCloseTo(percent, 10);
    expect(pointsToGo(points, threshold)).toBe(toGo);
    expect(nextTier(level, TIERS)?.name ?? null).toBe(nextName);
  });

  test.each([
    [0, "bronze"],
    [1, "silver"],
    [2, "gold"],
    [3, "platinum"],
    [4, "platinum"],
  ])("the navigation calls level %i %s", (level, name) => {
    expect(navTier(level)).toBe(name);
  });
});

describe("rewards and vouchers", () => {
  // The moment both languages read a row at that names none.
  const NOW = "2026-03-14T04:00:00Z";

  test.each(rewardCases.claimable)("$why", (row) => {
    const { offer, claimant, reason } = row as typeof row & { offer: Offer; claimant: Claimant };
    const now = new Date("now" in row && row.now ? row.now : NOW);

    expect(claimIneligibility(offer, claimant, now)).toBe(reason);
  });

  test.each(rewardCases.vouchers)("$why", (row) => {
    const voucher = { expiresAt: "2026-04-01T00:00:00Z", ...row.voucher } as VoucherValidity;
    const outletId = "outletId" in row ? row.outletId! : 1;

    expect(voucherStatus(voucher, new Date(NOW))).toBe(row.status);
    expect(presentIneligibility(voucher, outletId, new Date(NOW))).toBe(row.presentable);
  });

  test("a voucher that is not good at every outlet is still good somewhere", () => {
    const voucher = { expiresAt: "2026-04-01T00:00:00Z", outletIds: [2, 7] };

    expect(presentIneligibility(voucher, null, new Date(NOW))).toBeNull();
  });

  test.each([
    [{ ofPoints: true, ineligibility: null }, "claim"],
    [{ ofPoints: false, ineligibility: null }, "use"],
    [{ ofPoints: true, ineligibility: "not_birth_month" }, "notAvailable"],
    [{ ofPoints: false, ineligibility: "voucher_expired" }, "notAvailable"],
    [{ ofPoints: false, isLocked: true, ineligibility: "tier_locked" }, "locked"],
  ] as const)("the button of %o says %s", (reward, button) => {
    expect(rewardButton(reward)).toBe(button);
  });

  const plain = { isRedeemable: false, isClaimable: false, isPending: false, isBirthday: false };

  test.each([
    [{ isRedeemable: true, isClaimable: true }, ["claim", "special"]],
    [{ isRedeemable: true, isClaimable: true, isPending: true }, ["pending"]],
    [{ isBirthday: true }, ["birthday"]],
    [{ isBirthday: true, isPending: true }, ["pending"]],
    [{ isBirthday: true, isRedeemable: true, isClaimable: true }, ["claim", "birthday"]],
    [{ isClaimable: true }, ["special"]],
    [{}, []],
  ] as const)("the badges of %o are %o", (reward, badges) => {
    expect(rewardBadges({ ...plain, ...reward })).toEqual(badges);
  });

  const catalogue = [900, 500, 700, 600].map((pointToRedeem) => ({ pointToRedeem }));

  test.each(rewardCases.terms)("claimed: $why", ({ claimed, days, birthday, lastDay }) => {
    expect(lastDayIfClaimed(days, birthday, new Date(claimed))).toBe(lastDay);
  });

  test.each([
    ["2026-12-03T15:59:59Z", 0],
    ["2026-12-03T16:00:00Z", -1],
    ["2026-12-02T16:00:00Z", 0],
    ["2026-12-02T15:59:59Z", 1],
  ])("at %s a voucher until 3 December has %i days left", (now, left) => {
    expect(daysLeft("2026-12-03T16:00:00Z", new Date(now))).toBe(left);
  });

  test("affordable rewards come first, then the nearest", () => {
    expect(affordableFirst(catalogue, 700).map((one) => one.pointToRedeem)).toEqual([
      500, 700, 600, 900,
    ]);
  });

  test("what points cannot buy now comes last", () => {
    const gift = { pointToRedeem: 0, isClaimable: false };

    expect(affordableFirst([gift, ...catalogue], 500).at(-1)).toBe(gift);
  });

  test("the next reward is the nearest that is still too dear", () => {
    expect(nextBestReward(catalogue, 640)).toEqual({ reward: { pointToRedeem: 700 }, missing: 60 });
    expect(nextBestReward(catalogue, 900)).toBeNull();
    expect(nextBestReward([], 0)).toBeNull();
  });

  test("a year's vouchers have saved their discounts, and the price of their dishes", () => {
    const now = new Date("2026-11-28T12:00:00+08:00");
    const used = (usedAt: string | null, discountValue: string, transactionId: number) => ({
      usedAt,
      discountValue,
      transactionId,
    });
    const vouchers = [
      used("2026-01-01T00:00:00+08:00", "5.00", 7),
      used("2025-12-31T23:59:59+08:00", "5.00", 7),
      used("2026-11-02T12:00:00+08:00", "0.00", 2),
      used("2026-11-02T12:00:00+08:00", "0.00", 99),
      used(null, "5.00", 7),
    ];
    expect(savedInYear(vouchers, [{ id: 2, value: "13.90" }], now)).toBe(1890);
  });

  const UNTIL = "2026-03-14T04:30:00.400Z";

  test.each([
    ["2026-03-14T03:59:59.000Z", 1800, "the browser knows the server's clock to a second"],
    ["2026-03-14T04:00:00.399Z", 1800, "a fraction before the window"],
    ["2026-03-14T04:00:00.400Z", 1800, "the whole window"],
    ["2026-03-14T04:00:01.400Z", 1799, "a second of it is over"],
    ["2026-03-14T04:29:59.500Z", 1, "its last second"],
    ["2026-03-14T04:30:00.400Z", 0, "its end"],
    ["2026-03-14T05:00:00.000Z", 0, "long after"],
  ])("at %s a shown code has %i seconds left: %s", (now, left) => {
    expect(presentedSecondsLeft(UNTIL, new Date(now))).toBe(left);
  });
});

describe("preferences", () => {
  test("a member starts from what the API starts from", () => {
    expect(DEFAULT_PREFERENCES).toEqual(preferenceCases.defaults);
  });

  test("a member may choose what the API takes", () => {
    expect(PREFERENCE_CHOICES).toEqual(preferenceCases.choices);
  });

  test("what a browser kept is read whole, the rest as it comes", () => {
    expect(keptSection("language", '{"timeFormat":"12","unknown":1}')).toEqual({
      ...DEFAULT_PREFERENCES.language,
      timeFormat: "12",
    });
  });

  test.each([
    "",
    "null",
    "[]",
    '"12"',
    "{",
    '{"pushEnabled":"yes"}',
    '{"notificationFrequency":"hourly"}',
    '{"quietHoursStart":"24:00"}',
  ])("what is no kept preference is none: %s", (text) => {
    expect(keptSection("notifications", text)).toBeNull();
  });
});

describe("enquiries", () => {
  test("the forms offer what the API takes", () => {
    expect(ATTACHMENT_EXTENSIONS).toEqual(enquiryCases.extensions);
    expect(ATTACHMENT_MAX_BYTES).toBe(enquiryCases.maxBytes);
  });

  test.each([
    ["cv.pdf", 1, null],
    ["CV.DOCX", ATTACHMENT_MAX_BYTES, null],
    ["cv.pdf", ATTACHMENT_MAX_BYTES + 1, "size"],
    ["cv.pdf", 0, "empty"],
    ["cv.exe", 1, "kind"],
    ["cv.pdf.exe", 1, "kind"],
    ["cv", 1, "kind"],
  ] as const)("%s of %i bytes: %s", (name, size, problem) => {
    expect(attachmentProblem({ name, size })).toBe(problem);
  });
});
