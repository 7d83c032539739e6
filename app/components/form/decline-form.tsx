import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ComponentProps } from "react"
import { Field } from "./field"
import { PostForm, SubmitButton } from "./post-form"

type DeclineFormProps = Omit<ComponentProps<typeof SubmitButton>, "pending" | "id" | "label"> & {
  id: string
  /** the name of the record that is declined */
  sends: Record<string, string>
  /** the field of the reason, and who reads it */
  field: "answer" | "reason"
  label: string
  result: SubmissionResult | undefined
}

/** Declines what was asked for, with a reason. */
export function DeclineForm({ id, sends, field, label, result, ...button }: DeclineFormProps) {
  const [form, fields] = useForm<{ answer: string; reason: string }>({ id, lastResult: result })
  return (
    <details open={result !== undefined}>
      <summary>Decline…</summary>
      <PostForm className="form" {...getFormProps(form)} sends={sends}>
        <Field meta={fields[field]} label={label} maxLength={200} />
        <p>
          <SubmitButton variant="danger" pending="Declining…" {...button} />
        </p>
      </PostForm>
    </details>
  )
}
