import { useBrand } from "../brand/use-brand.ts";
import { shellTexts } from "../texts/shell.ts";
import { useTexts } from "../texts/use-texts.ts";
import { SocialIcon, type SocialNetwork } from "./social-icon.tsx";
import styles from "./social-links.module.css";

/** Links to the active brand's places on social networks. */
export function SocialLinks({ networks }: { networks: readonly SocialNetwork[] }) {
  const t = useTexts(shellTexts);
  const { brand } = useBrand();

  return (
    <ul role="list" className={styles.list}>
      {networks.map((network) => (
        <li key={network}>
          <a
            href={brand.social[network]}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t(`social.${network}`, { brand: brand.name })}
            className={styles.link}
          >
            <SocialIcon network={network} />
          </a>
        </li>
      ))}
    </ul>
  );
}
