import { type LucideIcon, MoreHorizontal } from "lucide-react";
import { DropdownMenu } from "radix-ui";

import styles from "./menu.module.css";

export interface RowAct {
  name: string;
  Icon: LucideIcon;
  isDisabled?: boolean;
  /** It cannot be undone: it stands last, below a line. */
  danger?: boolean;
  onChoose: () => void;
}

/** What can be done with a row of a table, behind one button; nothing where nothing can. */
export function RowMenu({ label, acts }: { label: string; acts: readonly RowAct[] }) {
  if (acts.length === 0) return null;
  const [dangerous, usual] = [true, false].map((danger) =>
    acts.filter((act) => Boolean(act.danger) === danger),
  ) as [RowAct[], RowAct[]];
  const items = (some: readonly RowAct[]) =>
    some.map(({ name, Icon, isDisabled = false, danger, onChoose }) => (
      <DropdownMenu.Item
        key={name}
        data-danger={danger || undefined}
        disabled={isDisabled}
        onSelect={onChoose}
      >
        <Icon aria-hidden="true" size={16} />
        {name}
      </DropdownMenu.Item>
    ));
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={styles.dots} aria-label={label}>
        <MoreHorizontal aria-hidden="true" size={18} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" sideOffset={4} collisionPadding={8} className={styles.menu}>
        {items(usual)}
        {usual.length > 0 && dangerous.length > 0 && <DropdownMenu.Separator />}
        {items(dangerous)}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
