import { Loading, Skeleton } from "@loyalty/ui";

import { RewardTiles } from "./reward-tile.tsx";
import styles from "./tiles-waiting.module.css";

/** Three tiles of the final size, while the list is on its way. */
export function TilesWaiting({ text }: { text: string }) {
  return (
    <Loading text={text}>
      <RewardTiles>
        {[1, 2, 3].map((one) => (
          <li key={one} className={styles.tile}>
            <Skeleton height="100%" />
          </li>
        ))}
      </RewardTiles>
    </Loading>
  );
}
