import { valibotResolver } from "@hookform/resolvers/valibot";
import { ringgitOf } from "@loyalty/api-client/rules/points";
import { Cluster } from "@loyalty/ui/layout";
import { Checkbox, RadioGroup } from "@loyalty/ui/choice";
import { SelectField, TextField } from "@loyalty/ui/field";
import { formatMoney } from "@loyalty/ui/formats";
import textStyles from "@loyalty/ui/text.module.css";
import { useForm, type UseFormReturn, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";

import { FormDialog } from "../../components/form-dialog.tsx";
import { contentTexts } from "../../texts/content.ts";
import { isAmount, newPrices, type PricedDish } from "./bulk-prices.ts";
import styles from "./content.module.css";
import { choiceName } from "./entry-words.ts";
import { DEAREST } from "./shapes.ts";

interface Menu {
  dishes: PricedDish[];
  menus: {
    brand: string;
    sections: { id: string; title: { en: string }; dishes: { dish: string }[] }[];
  }[];
}

interface BulkPricesDialogProps {
  /** The form of the menu, which takes the new prices. */
  menu: Pick<UseFormReturn, "getValues" | "setValue">;
  onClose: () => void;
}

/** Changes the prices of several dishes by ringgit or per cent; what each will cost is listed first. */
export function BulkPricesDialog({ menu, onClose }: BulkPricesDialogProps) {
  const { t } = useTranslation(contentTexts);
  const { dishes, menus } = menu.getValues() as unknown as Menu;
  const scopes = menus.flatMap(({ brand, sections }) =>
    sections.map(({ id, title, dishes: listed }) => ({
      key: `${brand}/${id}`,
      name: `${choiceName(brand, t)}: ${title.en}`,
      ids: listed.map(({ dish }) => dish),
    })),
  );
  const all = dishes.map(({ id }) => id);
  const form = useForm({
    defaultValues: { scope: "", by: "percent" as "percent" | "ringgit", amount: "", ids: all },
    resolver: valibotResolver(
      v.object({
        scope: v.string(),
        by: v.picklist(["percent", "ringgit"]),
        amount: v.pipe(v.string(), v.trim(), v.check(isAmount, t("bulk.amountWrong"))),
        ids: v.array(v.string()),
      }),
    ),
  });
  const { register, setValue, formState } = form;
  const { scope, by, amount, ids } = useWatch({ control: form.control }) as {
    scope: string;
    by: "percent" | "ringgit";
    amount: string;
    ids: string[];
  };
  const inScope = scopes.find(({ key }) => key === scope)?.ids ?? all;
  const isRight = isAmount(amount.trim());
  const prices = isRight ? newPrices(dishes, { by, amount: amount.trim() }) : [];
  const priceOf = (id: string) => prices.find((each) => each.id === id);
  const chosen = prices.filter(({ id }) => ids.includes(id));
  const isOutside = chosen.some(({ becomes }) => becomes < 1 || becomes > DEAREST);
  return (
    <FormDialog
      form={form}
      title={t("bulk.title")}
      text={t("bulk.text")}
      confirmLabel={t("bulk.confirm", { count: chosen.length })}
      failed={t("saveFailed")}
      disabled={isRight && (chosen.length === 0 || isOutside)}
      onConfirm={async () => {
        for (const { id, becomes } of chosen) {
          const at = all.indexOf(id);
          menu.setValue(`dishes.${at}.price`, ringgitOf(becomes), { shouldDirty: true });
        }
      }}
      onClose={onClose}
    >
      <SelectField
        label={t("fields.dishes")}
        {...register("scope", {
          onChange: ({ target }: { target: HTMLSelectElement }) =>
            setValue("ids", scopes.find(({ key }) => key === target.value)?.ids ?? all),
        })}
      >
        <option value="">{t("bulk.all")}</option>
        {scopes.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </SelectField>
      <RadioGroup
        label={t("bulk.by")}
        choices={[
          { value: "percent", label: "%" },
          { value: "ringgit", label: "RM" },
        ]}
        field={register("by")}
      />
      <TextField
        required
        label={t("bulk.amount")}
        hint={t("bulk.amountHint")}
        autoComplete="off"
        error={formState.errors.amount?.message}
        {...register("amount")}
      />
      {isOutside && <p className={textStyles.danger}>{t("problem.price")}</p>}
      <fieldset className={styles.group}>
        <legend>{t("bulk.plan")}</legend>
        {dishes
          .filter(({ id }) => inScope.includes(id))
          .map(({ id, name, price }) => {
            const planned = ids.includes(id) ? priceOf(id) : undefined;
            return (
              <Cluster key={id} gap={3}>
                <span className={styles.entryName}>
                  <Checkbox label={name.en} value={id} {...register("ids")} />
                </span>
                <span className={textStyles.tabular}>
                  {planned
                    ? t("bulk.fromTo", {
                        was: formatMoney(planned.was),
                        becomes: formatMoney(planned.becomes),
                      })
                    : price}
                </span>
              </Cluster>
            );
          })}
      </fieldset>
    </FormDialog>
  );
}
