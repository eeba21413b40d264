import { messageOf } from "@loyalty/api-client/errors";
import { showToast } from "@loyalty/ui/toast";

/** For `mutate`: toasts that say how it ended. `failed` is for errors without a sentence of the API. */
export const toastResult = (done: string, failed: string) => ({
  onSuccess: () => showToast("success", done, 5),
  onError: (error: Error) => showToast("error", messageOf(error, failed), 5),
});
