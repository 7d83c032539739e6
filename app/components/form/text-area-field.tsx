import { controlProps, FieldFrame, type FieldMeta, type FieldTexts, submittedValue } from "./field-frame"

type TextAreaFieldProps = FieldTexts & { meta: FieldMeta; rows?: number; maxLength?: number }

/** Several lines of input. */
export function TextAreaField({ meta, label, hint, optional, rows, maxLength }: TextAreaFieldProps) {
  return (
    <FieldFrame meta={meta} label={label} hint={hint}>
      <textarea
        key={meta.key}
        {...controlProps(meta, { hint, optional })}
        rows={rows}
        maxLength={maxLength}
        defaultValue={submittedValue(meta)}
      />
    </FieldFrame>
  )
}
