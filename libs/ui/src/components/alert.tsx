import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";

import styles from "./alert.module.css";
import surfaceStyles from "./surface.module.css";
import layoutStyles from "../layout/layout.module.css";

const kinds = {
  error: { Icon: CircleAlert, surface: surfaceStyles.danger },
  success: { Icon: CircleCheck, surface: surfaceStyles.success },
  info: { Icon: Info, surface: surfaceStyles.soft },
};

/** A banner inside the page: an error is announced at once, the others when the user pauses. */
export function Alert({ kind, children }: { kind: keyof typeof kinds; children: ReactNode }) {
  const { Icon, surface } = kinds[kind];
  return (
    <div role={kind === "error" ? "alert" : "status"} className={`${styles.alert} ${surface}`}>
      <Icon aria-hidden="true" size={20} />
      <div className={layoutStyles.grow}>{children}</div>
    </div>
  );
}
