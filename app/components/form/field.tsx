import type { InputHTMLAttributes } from "react"
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

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | "autoComplete"
  | "form"
  | "inputMode"
  | "maxLength"
  | "spellCheck"
  | "min"
  | "max"
  | "step"
  | "accept"
  | "list"
>

type FieldProps = FieldTexts &
  InputProps & {
    meta: FieldMeta
    type?: "text" | "email" | "password" | "tel" | "url" | "search" | "number" | "time" | "file" | "color"
  }

/** One line of input. A password or a file is never sent back after a mistake; other values are. */
export function Field({ meta: asked, label, hint, optional, type = "text", ...input }: FieldProps) {
  const meta = readOnce(asked)
  const submitted = type === "password" || type === "file" ? undefined : submittedValue(meta)
  const control = (
    <input
      key={meta.key}
      {...controlProps(meta, { hint, optional })}
      {...input}
      type={type}
      defaultValue={submitted}
    />
  )
  return (
    <FieldFrame meta={meta} label={label} hint={hint}>
      {type === "password" ? (
        <span className="password-field">
          {control}
          {/* revealed by the enhancement script, which toggles the label and the field's type */}
          <button className="button" type="button" aria-pressed="false" data-reveals={meta.id} hidden>
            Show
          </button>
        </span>
      ) : (
        control
      )}
    </FieldFrame>
  )
}

/** The own password, asked for before something that only its owner may do. */
export const CurrentPassword = ({ meta }: { meta: FieldMeta }) => (
  <Field meta={meta} label="Your password" type="password" autoComplete="current-password" />
)

/** A date typed or picked in the browser's own field; values are `YYYY-MM-DD`. */
export function DateField({
  meta: asked,
  label,
  hint,
  optional,
  ...input
}: FieldTexts & Pick<InputProps, "min" | "max" | "autoComplete" | "form"> & { meta: FieldMeta }) {
  const meta = readOnce(asked)
  return (
    <FieldFrame meta={meta} label={label} hint={hint}>
      <input
        key={meta.key}
        {...controlProps(meta, { hint, optional })}
        {...input}
        type="date"
        defaultValue={submittedValue(meta)}
      />
    </FieldFrame>
  )
}

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

type TextAreaFieldProps = FieldTexts & {
  meta: FieldMeta
  rows?: number
  maxLength?: number
  autoComplete?: string
}

/** Several lines of input. */
export function TextAreaField({ meta: asked, label, hint, optional, ...input }: TextAreaFieldProps) {
  const meta = readOnce(asked)
  return (
    <FieldFrame meta={meta} label={label} hint={hint}>
      <textarea
        key={meta.key}
        {...controlProps(meta, { hint, optional })}
        {...input}
        defaultValue={submittedValue(meta)}
      />
    </FieldFrame>
  )
}
