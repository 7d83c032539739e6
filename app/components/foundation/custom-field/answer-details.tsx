import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import {
  answerText,
  type CustomAnswers,
  type CustomField,
  typedAnswer,
} from "~/models/foundation/custom-field/custom-field"
import { AnswerFields } from "./answer-fields"
import { AnswerList } from "./answer-list"

type AnswerDetailsProps = {
  /** Whose details they are, as in the heading: "More details", "Mateo Okafor". */
  title: string
  subjectId: string
  fields: CustomField[]
  answers: CustomAnswers
  result?: SubmissionResult
  /** of a record that doesn’t change any more */
  readOnly?: boolean
}

/** A record's answers to the school's own fields as text; the form opens on demand. */
export function AnswerDetails({ title, subjectId, fields, answers, result, readOnly }: AnswerDetailsProps) {
  const own = result?.initialValue?.subject === subjectId ? result : undefined
  const id = `answers-${subjectId}`
  const [form, metas] = useForm<{ custom: Record<string, string> }>({
    id,
    lastResult: own,
    defaultValue: { custom: typedAnswers(fields, answers) },
  })
  const rows = fields.flatMap((field) => rowOf(field, answers[field.id]))
  // Without an answer one line is enough: it opens the form.
  const isEmpty = rows.length === 0
  if (fields.length === 0 || (isEmpty && readOnly)) return null
  return (
    <section className={isEmpty ? "no-print" : "section"} aria-labelledby={`${id}-title`}>
      {isEmpty ? null : (
        <>
          <h2 id={`${id}-title`}>{title}</h2>
          <AnswerList rows={rows} />
        </>
      )}
      {readOnly ? null : (
        <details className="disclosure no-print" open={own !== undefined}>
          {isEmpty ? (
            <summary id={`${id}-title`}>{title}</summary>
          ) : (
            <summary>
              Edit<span className="visually-hidden"> {title}</span>
            </summary>
          )}
          <ErrorSummary form={form} />
          <PostForm edits className="form" {...getFormProps(form)} sends={{ subject: subjectId }}>
            <AnswerFields fields={fields} metas={metas.custom.getFieldset()} />
            <SubmitRow label="Save" intent="answers" pending="Saving…" variant="secondary" />
          </PostForm>
        </details>
      )}
    </section>
  )
}

const rowOf = (field: CustomField, value: string | undefined) =>
  value === undefined ? [] : [{ label: field.name, value: answerText(field, value) }]

/** What a form begins with. */
export const typedAnswers = (
  fields: readonly CustomField[],
  answers: CustomAnswers,
): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = answers[field.id]
      return value === undefined ? [] : [[field.id, typedAnswer(field, value)]]
    }),
  )
