import type { Referee } from "@loyalty/api-client/wire";
import { expect, test } from "vitest";

import { friendsLike } from "./referral-screen.tsx";

const friend = (id: number, name: string, fullMobileNumber: string, email: string | null) =>
  ({
    id,
    name,
    fullMobileNumber,
    email,
    createdAt: "2026-01-01T00:00:00Z",
    isActive: true,
  }) satisfies Referee;

const friends = [
  friend(1, "Chong Mei", "+60 12-***6789", "c***@example.com"),
  friend(2, "Priya", "+60 19-***0042", null),
  friend(3, "Ravi", "+65 81-***6700", "r***@mail.my"),
];

test.each([
  ["", [1, 2, 3]],
  ["  chong ", [1]],
  ["6789", [1]],
  ["67", [1, 3]],
  ["019", [2]],
  ["+60", [1, 2]],
  ["012-345 6789", [1]],
  ["+60 12 345 6789", [1]],
  ["60123456789", [1]],
  ["012-345 6780", []],
  ["013-345 6789", []],
  // Its hidden digits alone would be anybody's.
  ["345", []],
  ["126789", []],
  ["example.com", [1]],
  ["CHONG@EXAMPLE", [1]],
  ["chong@mail.my", []],
  ["ravi@", [3]],
  ["somebody", []],
])("%j finds %j", (query, found) => {
  expect(friendsLike(friends, query).map(({ id }) => id)).toEqual(found);
});
