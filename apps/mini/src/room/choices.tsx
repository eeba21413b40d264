import styles from "./choices.module.css";
import radio from "./radio.module.css";

interface ChoicesProps<Value extends string> {
  label: string;
  /** Names the group's radios in the form. */
  name: string;
  choices: readonly { value: Value; label: string; lang?: string }[];
  chosen: Value | "";
  onChoose: (value: Value) => void;
}

/** One of few, every choice one tap away. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { label, name, choices, chosen, onChoose } = props;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input
              type="radio"
              className={radio.radio}
              name={name}
              value={choice.value}
              checked={choice.value === chosen}
              onChange={() => onChoose(choice.value)}
            />
            <span lang={choice.lang}>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
