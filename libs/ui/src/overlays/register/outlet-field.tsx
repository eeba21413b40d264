import { useOutlets } from "@loyalty/api-client/react";
import type { UseFormRegisterReturn } from "react-hook-form";

import { SelectField } from "../../primitives/field.tsx";
import { Failed } from "../../primitives/states.tsx";
import { registerTexts } from "../../texts/register.ts";
import { useTexts } from "../../texts/use-texts.ts";

interface OutletFieldProps {
  field: UseFormRegisterReturn;
  error?: string | undefined;
}

/** The open outlets to choose from; without them the form cannot be sent, so another try is offered. */
export function OutletField({ field, error }: OutletFieldProps) {
  const t = useTexts(registerTexts);
  const { data: outlets, isPending, isError, isFetching, refetch } = useOutlets();

  if (isError) {
    return (
      <Failed
        text={t("outletsFailed")}
        retryLabel={t("retry")}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    // Made anew when its options have come: a list cannot show a choice that it does not hold yet.
    <SelectField
      key={isPending ? "loading" : "loaded"}
      label={t("registerOutlet")}
      required
      error={error}
      {...field}
    >
      <option value="">{t(isPending ? "outletsLoading" : "chooseOutlet")}</option>
      {outlets?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
