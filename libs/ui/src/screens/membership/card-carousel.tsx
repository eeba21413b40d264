import { Section } from "../../content/section.tsx";
import { rowMovement, Slides } from "../../content/slides/slides.tsx";
import { TextCard, type TextCardProps } from "../../content/text-card.tsx";

interface CardCarouselProps {
  title: string;
  cards: (TextCardProps & { key: string })[];
  /** How long each card stays, in ms. */
  delayMs: number;
}

/** Short texts passing by under a second heading. */
export function CardCarousel({ title, cards, delayMs }: CardCarouselProps) {
  return (
    <Section title={title} sunken>
      <Slides
        label={title}
        perView="few"
        slides={cards.map(({ key, ...card }) => ({ key, content: <TextCard {...card} /> }))}
        options={() => rowMovement("few", delayMs)}
      />
    </Section>
  );
}
