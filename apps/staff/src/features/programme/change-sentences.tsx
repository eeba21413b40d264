import type { Problem } from "@loyalty/api-client/errors";
import { formatDay, formatList, formatMoney, formatNumber } from "@loyalty/ui/formats";
import { senOf } from "@loyalty/api-client/rules/points";
import { useTranslation } from "react-i18next";

import { problemText, recordOf } from "../../components/problems.ts";
import { rewardsTexts } from "../../texts/office-rewards.ts";
import type { CurrentProgramme, DraftPlan } from "./queries.ts";
import { FREE_ITEM, KINDS, type RewardKind } from "./reward-form.ts";

type Change = DraftPlan["changes"][number];
/** A value that changes; a draft that is not planned says not whom it affects. */
type ChangedValue = Omit<Change, "touches"> & Partial<Pick<Change, "touches">>;

interface ChangedThing {
  key: string;
  sentences: string[];
  touches: string[];
}

const MONEY = new Set(["value", "discount", "min_spend"]);
/** Values that are named only: they are too long for a sentence. */
const TEXTS = new Set(["description", "terms", "translations", "image"]);
const FIELDS = [
  "kind",
  "type",
  "title",
  "description",
  "terms",
  "image",
  "sku",
  "cost",
  "value",
  "discount",
  "min_spend",
  "tier",
  "limit",
  "stock",
  "valid_days",
  "outlets",
  "active",
  "starts",
  "ends",
  "translations",
  "name",
  "floor",
  "multiplier",
  "brand",
  "open",
  "adjust_limit",
  "operator_day_limit",
  "inactive_months",
  "bill_maximum",
  "bill_limit",
  "till_day_limit",
  "member_day_limit",
] as const;
type FieldName = (typeof FIELDS)[number];
type Document = CurrentProgramme["document"];

export function useFieldName() {
  const { t } = useTranslation(rewardsTexts);
  return (field: string) =>
    (FIELDS as readonly string[]).includes(field) ? t(`fields.${field as FieldName}`) : field;
}

/** A function for the sentence of a problem: fields and records by their names in the forms, not by those in the file. */
export function useProgrammeProblem() {
  const nameOf = useFieldName();
  return (problem: Problem, changes: readonly ChangedValue[], document?: Document): string => {
    const params: Record<string, unknown> = { ...problem.params };
    for (const name of ["key", "field"]) {
      if (typeof params[name] === "string") params[name] = nameOf(params[name]);
    }
    for (const part of ["reward", "outlet", "tier"]) {
      const id = params[part];
      if (typeof id !== "number") continue;
      const title = changes.find(
        ({ what, field }) => what === `${part} ${id}` && (field === "title" || field === "name"),
      );
      params[part] = title?.after ?? nameIn(document, part, id) ?? id;
    }
    return problemText({ ...problem, params });
  };
}

export function useChangeSentences() {
  const { t } = useTranslation(rewardsTexts);
  const nameOf = useFieldName();
  const said = (field: string, value: unknown, document?: Document): string => {
    if (value === null || value === undefined || value === "") return t("plan.nothing");
    if (typeof value === "boolean") return t(value ? "plan.yes" : "plan.no");
    if (MONEY.has(field)) {
      const sen = senOf(String(value));
      return sen === 0 ? t("plan.nothing") : formatMoney(sen);
    }
    if (field === "tier") return nameIn(document, "tier", Number(value)) ?? String(value);
    if (typeof value === "number") return formatNumber(value);
    if (Array.isArray(value)) {
      const named = value.map((each) => nameIn(document, "outlet", Number(each)) ?? String(each));
      return named.length === 0 ? t("plan.all") : formatList(named);
    }
    const text = String(value);
    if (field === "kind" && text in KINDS) return t(`kind.${text as RewardKind}`);
    if (field === "type") return t(text === FREE_ITEM ? "type.item" : "type.ringgit");
    return (field === "starts" || field === "ends") && /^\d{4}-/.test(text)
      ? formatDay(text.slice(0, 10))
      : text;
  };
  const sentenceOf = (
    name: string,
    { field, before, after }: ChangedValue,
    document?: Document,
  ): string => {
    if (field === "") return t("plan.gone", { name });
    if (field === "active") return t(after === true ? "plan.offered" : "plan.withdrawn", { name });
    if (TEXTS.has(field)) return t("plan.text", { name, field: nameOf(field) });
    const values = {
      name,
      before: said(field, before, document),
      after: said(field, after, document),
    };
    if (field === "cost") return t("plan.cost", values);
    if (field === "multiplier") return t("plan.multiplier", values);
    return t("plan.value", { ...values, field: nameOf(field) });
  };
  const factsOf = (own: readonly ChangedValue[], document?: Document): string[] =>
    own
      .filter(({ field, after }) => !UNSAID.has(field) && !isEmpty(after))
      .map(({ field, after }) =>
        t("plan.fact", { field: nameOf(field), value: said(field, after, document) }),
      );
  /** `withFacts`: of what is new all values, for who approves it; a form shows them itself. */
  return (
    changes: readonly ChangedValue[],
    document?: Document,
    { withFacts = false } = {},
  ): ChangedThing[] => {
    const things = [...new Set(changes.map(({ what }) => what))];
    return things.map((what) => {
      const own = changes.filter((change) => change.what === what);
      const [part = "", id = ""] = what.split(" ");
      const title = own.find(({ field }) => field === "title" || field === "name");
      const name = nameIn(document, part, Number(id)) ?? String(title?.after ?? recordOf(what));
      const isNew = title !== undefined && title.before === null;
      const sentences = isNew
        ? [
            t("plan.isNew", { name: String(title.after) }),
            ...(withFacts ? factsOf(own, document) : []),
          ]
        : own.map((change) =>
            sentenceOf(part === "settings" ? t("plan.rules") : name, change, document),
          );
      const touches = own.flatMap(({ touches: whom }) => (whom ? [problemText(whom)] : []));
      return { key: what, sentences, touches: [...new Set(touches)] };
    });
  };
}

/** Of something new these are said by its name, or are too long. */
const UNSAID = new Set(["title", "name", ...TEXTS]);

/** No outlets are said: they mean all. */
const isEmpty = (value: unknown) =>
  value === undefined || (!Array.isArray(value) && Number(value) === 0);

function nameIn(document: Document | undefined, part: string, id: number): string | undefined {
  if (part === "reward") return document?.rewards.find((each) => each.id === id)?.title;
  if (part === "tier") return document?.tiers.find((each) => each.level === id)?.name;
  if (part === "outlet") return document?.outlets.find((each) => each.id === id)?.name;
  return undefined;
}
