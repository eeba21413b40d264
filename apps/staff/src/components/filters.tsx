import { SelectField } from "@loyalty/ui/field";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { type Me, useMe } from "../queries/session.tsx";
import { staffTexts } from "../texts/staff.ts";

const ALL = "all" as const;

/** What narrows a list by one of a few values. */
interface ChoiceFilter<Value extends string> {
  /** The chosen one; undefined: the list is not narrowed by it. */
  value: Value | undefined;
  values: readonly Value[];
  choose: (value: string) => void;
}

/** A text that the address holds under a name, as `?receipt=A-10`; an empty one leaves the address. */
export function useTextInAddress(name: string): [string, (text: string) => void] {
  const [search, setSearch] = useSearchParams();
  const choose = (text: string) =>
    setSearch(
      (before) => {
        if (text === "") before.delete(name);
        else before.set(name, text);
        return before;
      },
      { replace: true },
    );
  return [search.get(name) ?? "", choose];
}

/**
 * A filter that the address holds under a name: `?state=overdue`.
 *
 * @param usual what is chosen where the address says nothing; without it the list is whole
 */
export function useAddressFilter<Value extends string>(
  name: string,
  values: readonly Value[],
  usual?: Value,
): ChoiceFilter<Value> {
  const [text, choose] = useTextInAddress(name);
  const chosen = text || usual;
  return { value: values.find((each) => each === chosen), values, choose };
}

interface ChoiceFilterFieldProps<Value extends string> {
  label: string;
  filter: ChoiceFilter<Value>;
  nameOf: (value: Value | typeof ALL) => string;
}

export function ChoiceFilterField<Value extends string>(props: ChoiceFilterFieldProps<Value>) {
  const { label, filter, nameOf } = props;
  return (
    <SelectField
      labelHidden
      label={label}
      value={filter.value ?? ALL}
      onChange={({ currentTarget }) => filter.choose(currentTarget.value)}
    >
      {[...filter.values, ALL].map((each) => (
        <option key={each} value={each}>
          {nameOf(each)}
        </option>
      ))}
    </SelectField>
  );
}

/** The outlet of the address, `?outlet=2`; undefined: all of the user's outlets. */
export function useOutletInAddress(): number | undefined {
  return Number(useTextInAddress("outlet")[0]) || undefined;
}

/** Narrows a page to one of the user's outlets, in the address; not there for a user who has one only. */
export function OutletFilter() {
  const { t } = useTranslation(staffTexts);
  const [outlet, choose] = useTextInAddress("outlet");
  const outlets = useMe().data?.outlets ?? [];
  if (outlets.length < 2) return null;
  return (
    <SelectField
      labelHidden
      label={t("outlet")}
      value={outlet}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="">{t("allOutlets")}</option>
      {outletOptions(outlets)}
    </SelectField>
  );
}

type Outlet = Me["outlets"][number];

export const outletOptions = (outlets: readonly Outlet[] = []) =>
  outlets.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
