import type { SwiperOptions } from "swiper/types";

import { DishCard } from "../../content/dish-card.tsx";
import type { Dish } from "../../content/menu.ts";
import { Section } from "../../content/section.tsx";
import { Slides } from "../../content/slides/slides.tsx";

/** One dish on a small phone, two on a tablet, four on a desktop, otherwise three; one on every 3 s (spec 001 §2). */
function movement(): SwiperOptions {
  return {
    loop: true,
    slidesPerView: 1,
    spaceBetween: 16,
    breakpoints: {
      640: { slidesPerView: 3 },
      768: { slidesPerView: 2 },
      1024: { slidesPerView: 4 },
    },
    autoplay: { delay: 3000, disableOnInteraction: false, pauseOnMouseEnter: true },
  };
}

/** The dishes of a brand that people come back for, passing by. */
export function DishCarousel({ label, dishes }: { label: string; dishes: readonly Dish[] }) {
  return (
    <Section title={label}>
      <Slides
        label={label}
        perView="several"
        slides={dishes.map((dish) => ({ key: dish.id, content: <DishCard dish={dish} /> }))}
        options={movement}
      />
    </Section>
  );
}
