import {
  controlProps,
  FieldFrame,
  type FieldMeta,
  type FieldTexts,
  readOnce,
  submittedValue,
} from "./field-frame"

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
