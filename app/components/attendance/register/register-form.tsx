import { type FormEvent, useEffect, useState } from "react"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { EmptyState } from "~/components/ui/empty-state"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { RegisterView } from "~/models/attendance/register/register-view"
import { formatNumber } from "~/utils/formats"
import { type CheckedEffect, EffectBar } from "./effect-bar"
import { fieldId, markName, minutesName, RegisterRow } from "./register-row"
import { ShownState } from "./shown-state"

export type RegisterAnswer = {
  /** Everything that was typed, by field name. */
  typed: Record<string, string>
  /** What stopped the form, by field name. */
  result?: { error?: Record<string, string[] | null> | null }
  effect?: CheckedEffect
}

/** The register as a plain form. A script only keeps the summary line up to date. */
export function RegisterForm({ register, answer }: { register: RegisterView; answer?: RegisterAnswer }) {
  const { rows, outcomes } = register
  const typed = answer?.typed ?? {}
  const errors = answer?.result?.error ?? {}
  const chosenAtFirst = (row: RegisterView["rows"][number]) =>
    (typed[markName(row.studentId)] as MarkCode | undefined) ?? row.code
  const [changed, setChanged] = useState<Record<string, MarkCode>>({})
  const [touched, setTouched] = useState(0)
  const [isLive, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  const chosenNow = new Map(rows.map((row) => [row.studentId, changed[row.studentId] ?? chosenAtFirst(row)]))

  function follow({ target }: FormEvent<HTMLFormElement>) {
    const input = target as HTMLInputElement
    const [, studentId, field] = input.name.split(".")
    if (studentId) setTouched((times) => times + 1)
    if (studentId && field === "code")
      setChanged((before) => ({ ...before, [studentId]: input.value as MarkCode }))
  }

  return (
    <PostForm id="register" className="section" onChange={follow} noValidate>
      <ShownState
        formStamp={register.formStamp}
        marks={rows.map(({ studentId, code, minutesLate }) => [studentId, { code, minutesLate }])}
        notes={{ sharedNote: register.notes.shared, privateNote: register.notes.private }}
      />
      {rows.length === 0 ? (
        <EmptyState>No students are enrolled in this lesson. Save to complete its attendance.</EmptyState>
      ) : register.phase === "taken" ? (
        <p className="dim">Attendance is saved. Change anything that’s wrong.</p>
      ) : rows.length > 1 ? (
        <p className="dim">Everyone is marked present. Change any exceptions.</p>
      ) : null}
      <ul className="register-list">
        {rows.map((row) => (
          <RegisterRow
            key={row.studentId}
            row={row}
            outcomes={outcomes}
            chosen={chosenAtFirst(row)}
            minutesLate={typed[minutesName(row.studentId)] ?? row.minutesLate?.toString() ?? ""}
            errors={{
              code: errors[markName(row.studentId)] ?? undefined,
              minutesLate: errors[minutesName(row.studentId)] ?? undefined,
            }}
            seesMoney={register.seesMoney}
          />
        ))}
      </ul>
      {rows.length ? <CancelledList register={register} /> : null}
      <NoteFields register={register} typed={typed} errors={errors} />
      <EffectBar
        register={register}
        chosen={chosenNow}
        touched={touched}
        isLive={isLive}
        checked={answer?.effect}
      >
        <SaveButtons register={register} isLive={isLive} isChecked={answer?.effect !== undefined} />
      </EffectBar>
    </PostForm>
  )
}

/** The save button, and without scripts a preview button. A correction must be previewed before it can be saved. */
function SaveButtons({
  register,
  isLive,
  isChecked,
}: {
  register: RegisterView
  isLive: boolean
  isChecked: boolean
}) {
  const n = register.rows.length
  const isCorrection = register.phase === "taken"
  const maySave = !isCorrection || isLive || isChecked
  return (
    <>
      {maySave ? (
        <SubmitButton intent="save" pending="Saving…" wide isMain>
          {isCorrection
            ? "Save changes"
            : n > 1
              ? `Save attendance for ${formatNumber(n)}`
              : "Save attendance"}
        </SubmitButton>
      ) : null}
      {isLive ? null : (
        <SubmitButton
          intent="preview"
          pending="Checking…"
          variant={maySave ? "secondary" : "primary"}
          wide={!maySave}
          isMain={!maySave}
        >
          Preview changes
        </SubmitButton>
      )}
    </>
  )
}

function CancelledList({ register }: { register: RegisterView }) {
  return (
    <details className="disclosure no-print">
      <summary>School canceled for a student</summary>
      <p className="dim">For one student only. To cancel the whole lesson, use the schedule.</p>
      <ul className="cancelled-names">
        {register.rows.map(({ studentId, name }) => (
          <li key={studentId}>
            <label className="button" htmlFor={`cancelled-${studentId}`}>
              {name}
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}

function NoteFields({
  register,
  typed,
  errors,
}: {
  register: RegisterView
  typed: Record<string, string>
  errors: Record<string, string[] | null>
}) {
  const fields = [
    {
      name: "sharedNote",
      label: "Note for families",
      hint: "What you worked on and what to practice",
      now: register.notes.shared,
    },
    {
      name: "privateNote",
      label: "Private note",
      hint: "Only teachers and the office see it.",
      now: register.notes.private,
    },
  ]
  return (
    <div className="columns">
      {fields.map(({ name, label, hint, now }) => {
        const id = fieldId(name)
        const wrong = errors[name]
        return (
          <div key={name} className={wrong ? "field invalid" : "field"}>
            <label htmlFor={id}>{label}</label>
            <span className="hint" id={`${id}-hint`}>
              {hint}
            </span>
            {wrong ? (
              <span className="error" id={`${id}-error`}>
                {wrong.join(" ")}
              </span>
            ) : null}
            <textarea
              id={id}
              name={name}
              rows={3}
              maxLength={2000}
              defaultValue={typed[name] ?? now}
              aria-invalid={wrong ? true : undefined}
              aria-describedby={wrong ? `${id}-hint ${id}-error` : `${id}-hint`}
            />
          </div>
        )
      })}
    </div>
  )
}
