import { useBrand } from "../../brand/use-brand.ts";
import { Edge } from "../../content/edge.tsx";
import { useAnnouncement } from "../../overlays/announcement/use-announcement.ts";
import { HalalBanner } from "./halal-banner.tsx";
import { Hero } from "./hero.tsx";
import { Records } from "./records.tsx";
import { Signatures } from "./signatures.tsx";
import { Story } from "./story.tsx";
import { Testimonials } from "./testimonials.tsx";
import { WelcomeBanner } from "./welcome-banner.tsx";

/** By itself, so that nothing else of the page is drawn again when it turns out who is here. */
function Announcing() {
  useAnnouncement();
  return null;
}

/** Home: the first screen of both brands (spec 000 §2). */
export default function HomeScreen() {
  const { key } = useBrand().brand;
  return (
    <>
      <Announcing />
      <Hero brand={key} />
      <WelcomeBanner />
      <Edge />
      <Signatures brand={key} />
      <Story brand={key} />
      <HalalBanner brand={key} />
      <Records />
      <Testimonials />
    </>
  );
}
