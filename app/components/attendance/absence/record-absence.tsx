import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { EnterButton } from "~/components/form/enter-button"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import { AbsenceFields } from "./absence-fields"

type RecordAbsenceProps = {
  teachers: NameOffer
  chosen: { teacherId: string; startsOn: string; endsOn: string }
  today: string
  lastResult: SubmissionResult<string[]> | undefined
}

type Fields = {
  teacherId: string
  startsOn: string
  endsOn: string
  fromTime: string
  toTime: string
  reason: string
}

/** A form for a teacher who is away: whole days, or from and until a time. */
export function RecordAbsence({ teachers, chosen, today, lastResult }: RecordAbsenceProps) {
  const [only] = !teachers.isSearched && teachers.choices.length === 1 ? teachers.choices : []
  const [form, fields] = useForm<Fields>({
    id: "record-absence",
    lastResult,
    defaultValue: {
      teacherId: chosen.teacherId || (only?.value ?? ""),
      startsOn: chosen.startsOn || today,
      endsOn: chosen.endsOn || chosen.startsOn || today,
    },
  })
  return (
    <section className="section" aria-labelledby="record-title" id="record">
      <h2 id="record-title">Record an absence</h2>
      <p className="dim">You arrange the lessons on the next page. No one is told yet.</p>
      <PostForm className="form" {...getFormProps(form)}>
        {teachers.isSearched ? (
          <EnterButton intent="record" formNoValidate>
            Record absence
          </EnterButton>
        ) : null}
        {only ? (
          <SelectField meta={fields.teacherId} label="Teacher" choices={[only]} />
        ) : (
          <NameChoiceField
            meta={fields.teacherId}
            label="Teacher"
            sought="a teacher"
            prompt="Choose a teacher"
            offer={teachers}
          />
        )}
        <AbsenceFields fields={fields} min={today} />
        <p>
          <SubmitButton intent="record" pending="Saving…">
            Record absence
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
