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
  const [search, setSearch] = useSearchParams();
  const chosen = search.get(name) ?? usual;
  const choose = (value: string) =>
    setSearch(
      (before) => {
        before.set(name, value);
        return before;
      },
      { replace: true },
    );
  return { value: values.find((each) => each === chosen), values, choose };
}

interface ChoiceFilterFieldProps<Value extends string> {
  label: string;
  filter: ChoiceFilter<Value>;
  nameOf: (value: Value | typeof ALL) => string;
  labelHidden?: boolean;
}

export function ChoiceFilterField<Value extends string>(props: ChoiceFilterFieldProps<Value>) {
  const { label, labelHidden, filter, nameOf } = props;
  return (
    <SelectField
      label={label}
      {...(labelHidden && { labelHidden })}
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

interface OutletFilterProps {
  /** The chosen one; undefined: all of the user's outlets. */
  outletId: number | undefined;
  onChange: (outletId: number | undefined) => void;
  labelHidden?: boolean;
}

/** Narrows a list to one of the user's outlets; not there for a user who has one only. */
export function OutletFilter({ outletId, onChange, labelHidden }: OutletFilterProps) {
  const { t } = useTranslation(staffTexts);
  const outlets = useMe().data?.outlets ?? [];
  if (outlets.length < 2) return null;
  return (
    <SelectField
      label={t("outlet")}
      {...(labelHidden && { labelHidden })}
      value={outletId ?? ""}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value) || undefined)}
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
