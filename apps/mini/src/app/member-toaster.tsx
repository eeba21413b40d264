import { useOnChange } from "@loyalty/api-client/react/queries";
import { dismissFailures, Toaster } from "@loyalty/ui/toast";

/** Where toasts appear. What failed is not shown any more once a change was taken. */
export function MemberToaster() {
  useOnChange(dismissFailures);
  return <Toaster />;
}
