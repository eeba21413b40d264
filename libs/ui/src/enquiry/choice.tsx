import { SelectField, type SelectFieldProps } from "../primitives/field.tsx";

interface ChoiceProps extends Omit<SelectFieldProps, "children"> {
  /** What stands there until something is chosen. */
  first: string;
  choices: readonly string[];
}

/** One of a list. The values are what the wire wants, and what readers know the jobs and places by. */
export function Choice({ first, choices, ...field }: ChoiceProps) {
  return (
    <SelectField {...field}>
      <option value="">{first}</option>
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </SelectField>
  );
}
