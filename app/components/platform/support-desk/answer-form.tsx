import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { TextAreaField } from "~/components/form/field"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { longestAnswer } from "~/models/platform/support-desk/desk"
import type { AnswerForm as AnswerFields } from "~/models/platform/support-desk/desk-forms"

export const answerFormId = "answer"

type AnswerFormProps = {
  result: SubmissionResult | undefined
  hint: string
  label: string
  /** a saved answer to begin with */
  inserted?: string
  /** The staff's last answer on this page. */
  seen: string
}

/** The staff's answer form; `hint` tells where the answer goes. */
export function AnswerForm({ result, hint, label, inserted, seen }: AnswerFormProps) {
  const [form, fields] = useForm<AnswerFields>({
    id: answerFormId,
    lastResult: result,
    defaultValue: { content: inserted },
  })
  return (
    <PostForm className="form no-print" {...getFormProps(form)} sends={{ seen }}>
      <TextAreaField meta={fields.content} label="Answer" hint={hint} rows={6} maxLength={longestAnswer} />
      <p className="buttons">
        <SubmitButton pending="Sending…" intent="answer">
          {label}
        </SubmitButton>
      </p>
    </PostForm>
  )
}
