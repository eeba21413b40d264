import { type ApiError, type Problem, translateErrorsWith } from "@loyalty/api-client/errors";
import { serverNow } from "@loyalty/api-client/http";
import { formatDate, formatDay, formatList, formatMoney, formatTime } from "@loyalty/ui/formats";
import { i18n } from "@loyalty/ui/i18n";
import { LANGUAGES } from "@loyalty/ui/languages";

import { problemTexts } from "../texts/problems.ts";
import { staffTexts } from "../texts/staff.ts";

/** A text by a name that the API gives, else the name. */
function wordOf(namespace: string, name: string, word: string): string {
  return i18n.t(name, { ns: namespace, defaultValue: word });
}

/** "at 14:10", with the day in front unless it is today. */
function momentOf(iso: string): string {
  const [day, time] = [formatDate(iso), formatTime(iso)];
  return day === formatDate(serverNow().toISOString())
    ? i18n.t("values.today", { ns: problemTexts, time })
    : i18n.t("values.before", { ns: problemTexts, day, time });
}

/** "A, B and C"; of many the first two and how many more. */
function listOf(names: readonly string[]): string {
  if (names.length <= 3) return formatList(names);
  const more = i18n.t("values.more", { ns: problemTexts, number: names.length - 2 });
  return formatList([...names.slice(0, 2), more]);
}

/** A record of the programme file, "reward 7" or "settings", in the user's language. */
export function recordOf(what: string): string {
  const [part = "", ...id] = what.split(" ");
  return [wordOf(problemTexts, `parts.${part}`, part), ...id].join(" ");
}

const languageName = (code: string) => LANGUAGES.find((each) => each.code === code)?.name ?? code;

/** How values stand in the sentences of `problems.json`: `{{amount, money}}`. */
const FORMATS = {
  money: (sen: number) => formatMoney(sen),
  wholeMoney: (sen: number) => formatMoney(sen, { whole: true }),
  day: (day: string) => formatDay(day),
  moment: momentOf,
  list: listOf,
  joined: (names: readonly string[]) => names.join(", "),
  languages: (codes: readonly string[]) => formatList(codes.map(languageName)),
  state: (state: string) => wordOf(problemTexts, `states.${state}`, state),
  role: (role: string) => wordOf(staffTexts, `roles.${role}`, role),
  record: recordOf,
};
for (const [name, format] of Object.entries(FORMATS)) i18n.services.formatter?.add(name, format);

/** Why something cannot be done, in the user's language. A code that has no text here keeps the API's English. */
export function problemText({ code, message, params }: Problem): string {
  if (code === "") return message;
  return i18n.t(code, { ...params, ns: problemTexts, defaultValue: message });
}

export function fileProblemText(
  problem: Problem & { line: number | null; part: string; record: string },
): string {
  const { code, line, part, record } = problem;
  const sentence = problemText(problem);
  if (code === "file_yaml") {
    return line === null
      ? i18n.t("places.yamlFile", { ns: problemTexts, sentence })
      : i18n.t("places.yamlLine", { ns: problemTexts, line, sentence });
  }
  if (line === null) return sentence;
  if (part === "") return i18n.t("places.line", { ns: problemTexts, line, sentence });
  const place = { line, part: recordOf(part), record, sentence };
  return i18n.t(record === "" ? "places.linePart" : "places.lineRecord", {
    ns: problemTexts,
    ...place,
  });
}

/** From now on what the API refuses is shown in the user's language, of a form what is said of its first field. */
export const translateProblems = (): void =>
  translateErrorsWith(({ code, message, params, fields }: ApiError) => {
    const [first] = code === "invalid" ? Object.values(fields).flat() : [];
    return first ? problemText(first) : problemText({ code: code ?? "", message, params });
  });
