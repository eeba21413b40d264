import styles from "./segments.module.css";

interface SegmentsProps<Id extends string> {
  /** What is chosen, for screen readers. */
  label: string;
  options: readonly { id: Id; name: string; isOn: boolean }[];
  onChoose: (id: Id) => void;
}

/** Buttons in one frame, of which one at most is on. */
export function Segments<Id extends string>({ label, options, onChoose }: SegmentsProps<Id>) {
  return (
    <div role="group" aria-label={label} className={styles.segments}>
      {options.map(({ id, name, isOn }) => (
        <button key={id} type="button" aria-pressed={isOn} onClick={() => onChoose(id)}>
          {name}
        </button>
      ))}
    </div>
  );
}
