import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ActButton } from "~/components/form/act-button"
import { SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { spellStatus } from "~/models/accounts/own-status/own-status"
import { type Correction, correctionLabels, statusChoices } from "~/models/attendance/correction/correction"
import type { AskCorrectionFields } from "~/models/attendance/correction/correction-form"
import type { RegisterView } from "~/models/attendance/register/register-view"

export const askCorrectionFormId = "ask-correction"

type AskCorrectionProps = {
  register: RegisterView
  corrections: (Correction & { isOwn: boolean })[]
  result?: SubmissionResult
}

/** Attendance that its reader can’t change anymore: what was asked of the office, and the form to ask. */
export function AskCorrection({ register, corrections, result }: AskCorrectionProps) {
  const waiting = new Set(
    corrections.filter(({ state }) => state === "asked").map(({ studentId }) => studentId),
  )
  const rows = register.rows.filter(({ studentId, recorded }) => recorded && !waiting.has(studentId))
  return (
    <section className="section no-print" aria-labelledby="corrections">
      <h2 id="corrections">Corrections by the office</h2>
      {corrections.length > 0 ? <Asked corrections={corrections} /> : null}
      {rows.length > 0 || result ? (
        <details className="disclosure" open={result !== undefined}>
          <summary>Ask the office to correct attendance</summary>
          <AskForm rows={rows} statuses={register.statuses} result={result} />
        </details>
      ) : null}
    </section>
  )
}

function Asked({ corrections }: Pick<AskCorrectionProps, "corrections">) {
  return (
    <ul className="rows">
      {corrections.map(({ id, studentName, wanted, reason, state, answer, isOwn, askedByName }) => (
        <li key={id}>
          <span>
            <b>{studentName}</b>: {wanted}
            <br />
            <span className="small dim">
              {correctionLabels[state]}
              {answer ? `: “${answer}”` : ""}. {isOwn ? "You" : askedByName} wrote: “{reason}”
            </span>
          </span>
          {state === "asked" && isOwn ? (
            <ActButton
              label="Withdraw request"
              sends={{ correction: id }}
              intent="withdraw-correction"
              pending="Withdrawing…"
              about={`for ${studentName}`}
            />
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function AskForm({
  rows,
  statuses,
  result,
}: Pick<RegisterView, "rows" | "statuses"> & { result?: SubmissionResult }) {
  const [form, fields] = useForm<AskCorrectionFields>({
    id: askCorrectionFormId,
    lastResult: result,
    defaultValue: { studentId: rows.length === 1 ? rows[0]?.studentId : undefined },
  })
  const own = statuses.map(({ id, name, countsAs }) => ({
    value: spellStatus({ code: countsAs, statusId: id }),
    label: name,
  }))
  return (
    <PostForm {...getFormProps(form)} className="form">
      <SelectField
        meta={fields.studentId}
        label="Student"
        prompt={rows.length === 1 ? undefined : "Choose a student"}
        choices={rows.map(({ studentId, name }) => ({ value: studentId, label: name }))}
      />
      <SelectField
        meta={fields.status}
        label="Status it should be"
        prompt="Choose a status"
        choices={[...statusChoices.map(({ code, label }) => ({ value: code, label })), ...own]}
      />
      <Field
        meta={fields.minutesLate}
        label="Minutes late"
        hint="Only for late"
        optional
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
      />
      <Field
        meta={fields.reason}
        label="Reason"
        hint="The office reads it."
        maxLength={200}
        autoComplete="off"
      />
      <p>
        <SubmitButton pending="Sending…" intent="ask-correction" variant="secondary">
          Ask for correction
        </SubmitButton>
      </p>
    </PostForm>
  )
}
