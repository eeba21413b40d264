import { Dialog } from "@loyalty/ui/dialog";
import type { ComponentProps } from "react";

import { type Column, QueryTable } from "./desk-table.tsx";
import { MoreButton } from "./more-button.tsx";

interface RowsDialogProps<Row> extends Pick<
  ComponentProps<typeof QueryTable<Row & object>>,
  "loading" | "failed" | "empty"
> {
  title: string;
  description: string;
  query: ComponentProps<typeof QueryTable<Row & object>>["query"] &
    ComponentProps<typeof MoreButton>["query"];
  columns: readonly Column<Row>[];
  /** The button's text that loads more. */
  more: string;
  footer?: ComponentProps<typeof Dialog>["footer"];
  onClose: () => void;
}

/** The rows that a figure of the page was made of. */
export function RowsDialog<Row extends { id: number }>(props: RowsDialogProps<Row>) {
  const { title, description, more, footer, onClose, ...table } = props;
  return (
    <Dialog
      open
      onClose={onClose}
      closeOnOverlay
      size="lg"
      title={title}
      description={description}
      footer={footer}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard scrolls rows without a link */}
      <div role="group" aria-label={title} tabIndex={0}>
        <QueryTable {...table} caption={title} rowKey={({ id }) => id} density="tight" />
        <MoreButton query={table.query} label={more} />
      </div>
    </Dialog>
  );
}
