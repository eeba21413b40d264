import { Alert } from "@loyalty/ui/primitives/alert.tsx";
import { Button } from "@loyalty/ui/primitives/button.tsx";

import { Buttons } from "./page.tsx";

interface ConflictAlertProps {
  /** Who saved it meanwhile and when. */
  text: string;
  /** The words of the button that puts what is typed in the place of theirs. */
  mineLabel: string;
  theirsLabel: string;
  isBusy: boolean;
  onMine: () => void;
  onTheirs: () => void;
}

/** Somebody else saved it meanwhile: the person chooses between theirs and what they typed. */
export function ConflictAlert(props: ConflictAlertProps) {
  return (
    <Alert kind="error">
      <p>{props.text}</p>
      <Buttons>
        <Button variant="outline" disabled={props.isBusy} onClick={props.onMine}>
          {props.mineLabel}
        </Button>
        <Button variant="outline" disabled={props.isBusy} onClick={props.onTheirs}>
          {props.theirsLabel}
        </Button>
      </Buttons>
    </Alert>
  );
}
