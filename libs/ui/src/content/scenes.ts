const sceneFiles = import.meta.glob<string>("../art/scenes/*.svg", {
  eager: true,
  query: "?no-inline",
  import: "default",
});

/** The drawn scenes, 1200 × 800 each. */
export type SceneName =
  | "crew"
  | "krua-halal"
  | "thong-halal"
  | "krua-fresh"
  | "krua-front"
  | "krua-record"
  | "krua-sweet"
  | "krua-table"
  | "krua-tom-yum"
  | "krua-welcome"
  | "story-pot"
  | "story-pour"
  | "thong-birthday"
  | "thong-flower"
  | "thong-front"
  | "thong-milk-tea"
  | "thong-record"
  | "thong-row"
  | "thong-toast";

/** The address of a scene's file; undefined when nobody has drawn it. */
export function scenePicture(name: SceneName): string | undefined {
  return sceneFiles[`../art/scenes/${name}.svg`];
}
