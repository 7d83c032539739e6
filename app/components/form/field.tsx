import type { InputHTMLAttributes } from "react"
import {
  controlProps,
  FieldFrame,
  type FieldMeta,
  type FieldTexts,
  readOnce,
  submittedValue,
} from "./field-frame"

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
