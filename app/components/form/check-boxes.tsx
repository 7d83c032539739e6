import { type FieldMeta, FieldRemarks } from "./field-frame"

type CheckBoxesProps = {
  meta: FieldMeta
  legend: string
  hint?: string
  choices: readonly { value: string; label: string }[]
}

/** Some of several, side by side. */
export function CheckBoxes({ meta, legend, hint, choices }: CheckBoxesProps) {
  const chosen: unknown[] = [meta.initialValue].flat()
  const described = [hint ? meta.descriptionId : "", meta.errors ? meta.errorId : ""]
    .filter(Boolean)
    .join(" ")
  return (
    <fieldset
      key={meta.key}
      id={meta.id}
      tabIndex={-1}
      className={meta.errors ? "field invalid" : "field"}
      aria-describedby={described || undefined}
    >
      <legend>{legend}</legend>
      <FieldRemarks meta={meta} hint={hint} />
      <div className="flex flex-wrap gap-x-5">
        {choices.map(({ value, label }) => (
          <label className="checkbox" key={value}>
            <input type="checkbox" name={meta.name} value={value} defaultChecked={chosen.includes(value)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Names as choices. */
export const named = (names: readonly string[]) => names.map((value) => ({ value, label: value }))
