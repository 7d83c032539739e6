import type { FieldMeta } from "~/components/form/field-frame"
import { FieldRemarks } from "~/components/form/field-frame"

type InstrumentsFieldProps = {
  meta: FieldMeta
  /** What the school has, and what the teacher has besides. */
  names: readonly string[]
  hint?: string
}

/** What a teacher teaches: boxes with the school's instruments. */
export function InstrumentsField({ meta, names, hint }: InstrumentsFieldProps) {
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
      <legend>Instruments</legend>
      <FieldRemarks meta={meta} hint={hint} />
      <div className="flex flex-wrap gap-x-5">
        {names.map((name) => (
          <label className="checkbox" key={name}>
            <input type="checkbox" name={meta.name} value={name} defaultChecked={chosen.includes(name)} />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
