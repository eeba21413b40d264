import group from "../../../group.json" with { type: "json" };

/** What the programme's rules and formats need to know of the group: its country, currency and clock. */
export const { name: GROUP_NAME, country, currency, birthdayGift } = group;

/** The one calling code that is known without the API. */
export const HOME_CALLING_CODE = country.callingCode.name;

/** The group's time after UTC as ISO 8601 writes it, the same all year: `+08:00`. */
export const { utcOffset: UTC_OFFSET, name: TIME_ZONE } = group.timeZone;

const [, hours, minutes] = /^[+-](\d\d):(\d\d)$/.exec(UTC_OFFSET)!;

/** How far the group's clocks are ahead of UTC, in milliseconds. */
export const AHEAD_OF_UTC_MS =
  (UTC_OFFSET.startsWith("-") ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
