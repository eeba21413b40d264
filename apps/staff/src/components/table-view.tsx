import { safeStorage } from "@loyalty/api-client/store";
import textStyles from "@loyalty/ui/text.module.css";
import { Check, Columns3, Download } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { staffTexts } from "../texts/staff.ts";
import styles from "./menu.module.css";
import type { FileFormat } from "./table-file.ts";

const storage = safeStorage(() => localStorage, "tables");

const DENSITIES = ["normal", "tight"] as const;

/** How a user looks at a table: how high its rows are, and which columns they left out. */
export interface TableView {
  density: (typeof DENSITIES)[number];
  hidden: readonly string[];
}

/**
 * How a user looks at the table of a name, which this browser keeps; at one without a name they choose nothing. `usual`: how
 * high its rows are before they choose.
 */
export function useTableView(
  name: string | undefined,
  usual: TableView["density"],
): [TableView, (view: TableView) => void] {
  const [view, setView] = useState<TableView>(() => {
    const [density, ...hidden] = (name && storage.read(name))?.split(" ") ?? [];
    return { density: DENSITIES.find((each) => each === density) ?? usual, hidden };
  });
  const choose = (next: TableView) => {
    if (name) storage.write(name, [next.density, ...next.hidden].join(" "));
    setView(next);
  };
  return [view, choose];
}

interface TableOptionsProps {
  view: TableView;
  /** The columns that can be left out, by their ids. */
  columns: readonly { id: string; name: string }[];
  onChange: (view: TableView) => void;
}

/** The button that opens how high the rows are and which columns there are. */
export function TableOptions({ view, columns, onChange }: TableOptionsProps) {
  const { t } = useTranslation(staffTexts);
  const mark = (
    <span className={styles.mark}>
      <DropdownMenu.ItemIndicator>
        <Check aria-hidden="true" size={16} />
      </DropdownMenu.ItemIndicator>
    </span>
  );
  const stayOpen = (event: Event) => event.preventDefault();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={styles.icon} aria-label={t("table.view")}>
        <Columns3 aria-hidden="true" size={16} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" sideOffset={4} collisionPadding={8} className={styles.menu}>
        <DropdownMenu.RadioGroup
          value={view.density}
          onValueChange={(density) =>
            onChange({ ...view, density: density === "tight" ? "tight" : "normal" })
          }
        >
          <DropdownMenu.Label className={`${textStyles.fine} ${styles.heading}`}>
            {t("table.rows")}
          </DropdownMenu.Label>
          {DENSITIES.map((density) => (
            <DropdownMenu.RadioItem key={density} value={density} onSelect={stayOpen}>
              {mark}
              {t(`table.${density}`)}
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
        <DropdownMenu.Separator />
        <DropdownMenu.Label className={`${textStyles.fine} ${styles.heading}`}>
          {t("table.columns")}
        </DropdownMenu.Label>
        {columns.map(({ id, name }) => (
          <DropdownMenu.CheckboxItem
            key={id}
            checked={!view.hidden.includes(id)}
            onSelect={stayOpen}
            onCheckedChange={(isShown) =>
              onChange({
                ...view,
                hidden: isShown ? view.hidden.filter((each) => each !== id) : [...view.hidden, id],
              })
            }
          >
            {mark}
            {name}
          </DropdownMenu.CheckboxItem>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

interface ExportMenuProps {
  /** What is saved, where a page has several of these buttons. */
  of?: string;
  isBusy: boolean;
  onChoose: (format: FileFormat) => void;
}

/** The button that saves the rows of a table, all of them and not only those that are loaded. */
export function ExportMenu({ of, isBusy, onChoose }: ExportMenuProps) {
  const { t } = useTranslation(staffTexts);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        className={styles.icon}
        aria-label={of ? t("table.exportOf", { name: of }) : t("table.export")}
        aria-busy={isBusy}
        disabled={isBusy}
      >
        <Download aria-hidden="true" size={16} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" sideOffset={4} className={styles.menu}>
        {(["xlsx", "csv"] as const).map((format) => (
          <DropdownMenu.Item key={format} onSelect={() => onChoose(format)}>
            {t(`table.${format}`)}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
