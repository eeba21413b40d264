import { DishCard } from "../../content/dish-card.tsx";
import type { Dish } from "../../content/menu.ts";
import { Section } from "../../content/section.tsx";
import { rowMovement, Slides } from "../../content/slides/slides.tsx";

/** How long a dish stays (spec 001 §2, Menu). */
const DISH_MS = 3000;

/** The dishes of a brand that people come back for, passing by. */
export function DishCarousel({ label, dishes }: { label: string; dishes: readonly Dish[] }) {
  return (
    <Section title={label}>
      <Slides
        label={label}
        perView="several"
        slides={dishes.map((dish) => ({ key: dish.id, content: <DishCard dish={dish} /> }))}
        options={() => rowMovement("several", DISH_MS)}
      />
    </Section>
  );
}
