/**
 * Tells what the browser says about a permission: once it has answered, and whenever the user changes it in the browser's
 * own settings, beside the page. A browser without the Permissions API, or one that refuses the query, tells nothing.
 *
 * @returns how to stop
 */
export function watchPermission(
  name: PermissionName,
  listen: (state: PermissionState) => void,
): () => void {
  const leaving = new AbortController();
  async function follow() {
    const status = await navigator.permissions.query({ name });
    if (leaving.signal.aborted) return;
    const tell = () => listen(status.state);
    tell();
    status.addEventListener("change", tell, leaving);
  }
  void follow().catch(() => {});
  return () => leaving.abort();
}
