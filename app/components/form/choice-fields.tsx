import {
  controlProps,
  FieldFrame,
  type FieldMeta,
  FieldRemarks,
  type FieldTexts,
  readOnce,
  submittedValue,
} from "./field-frame"
import { GroupedOptions } from "./grouped-options"

type Choice = { value: string; label: string; group?: string }

type ChoiceProps = FieldTexts & { meta: FieldMeta; choices: Choice[] }

type SelectProps = ChoiceProps & {
  /** an empty first choice, for a field that must be answered or may stay open */
  prompt?: string
  autoComplete?: string
}

/** One of many. */
export function SelectField({
  meta: asked,
  label,
  hint,
  optional,
  choices,
  prompt,
  autoComplete,
}: SelectProps) {
  const meta = readOnce(asked)
  const control = {
    ...controlProps(meta, { hint, optional }),
    autoComplete,
    defaultValue: submittedValue(meta),
  }
  return (
    <FieldFrame meta={meta} label={label} hint={hint}>
      <select key={meta.key} {...control}>
        {prompt === undefined ? null : <option value="">{prompt}</option>}
        <GroupedOptions choices={choices} />
      </select>
    </FieldFrame>
  )
}

/** One of a few, side by side: real radios, the chosen segment is ink. The summary's link lands on the first. */
export function SegmentedField({ meta: asked, label, hint, optional, choices }: ChoiceProps) {
  const meta = readOnce(asked)
  const { id, ...control } = controlProps(meta, { hint, optional })
  const submitted = submittedValue(meta)
  return (
    <fieldset
      className={meta.errors ? "field invalid" : "field"}
      aria-describedby={control["aria-describedby"]}
    >
      <legend>{label}</legend>
      <FieldRemarks meta={meta} hint={hint} />
      <div className="segmented">
        {choices.map(({ value, label: text }, index) => (
          <label key={value}>
            <input
              type="radio"
              id={index === 0 ? id : `${id}-${value}`}
              name={control.name}
              value={value}
              required={control.required}
              defaultChecked={submitted === value}
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Yes or no. Sends "on" when checked; the label follows the box. */
export function CheckField({
  meta: asked,
  label,
  hint,
}: Pick<FieldTexts, "label" | "hint"> & { meta: FieldMeta }) {
  const meta = readOnce(asked)
  return (
    <div className={meta.errors ? "field invalid" : "field"}>
      <label className="checkbox">
        <input
          key={meta.key}
          {...controlProps(meta, { hint, optional: true })}
          type="checkbox"
          defaultChecked={submittedValue(meta) === "on"}
        />
        <span>{label}</span>
      </label>
      <FieldRemarks meta={meta} hint={hint} />
    </div>
  )
}
