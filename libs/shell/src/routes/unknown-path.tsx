import { hasStoredToken } from "@loyalty/api-client/session";
import { Navigate } from "react-router";

import { paths } from "./paths.ts";

/** Any path the table does not have: the dashboard if a token is stored, else home, spec 000 §2. */
export function UnknownPath() {
  return <Navigate to={hasStoredToken() ? paths.dashboard : paths.home} replace />;
}
