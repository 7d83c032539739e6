import { CheckBoxes } from "~/components/form/check-boxes"
import { CheckField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { mostAmong } from "~/models/teaching/free-time/find-times"

type Names =
  | "booksTrials"
  | "trialMinutes"
  | "trialNoticeHours"
  | "trialDaysAhead"
  | "trialPrice"
  | "trialTeachers"
type TrialOfferFieldsProps = {
  metas: Record<Names, FieldMeta>
  teachers: readonly { id: string; name: string; hasHours: boolean }[]
  /** Whether the school's policies charge trial lessons. */
  chargesTrials: boolean
}

/** Whether visitors book an open time by themselves, whose, and how soon. */
export function TrialOfferFields({ metas, teachers, chargesTrials }: TrialOfferFieldsProps) {
  return (
    <>
      <CheckField
        meta={metas.booksTrials}
        label="Let visitors book an open time"
        hint="Open times are within the teacher’s weekly hours, with a free room, outside closures, time off and lessons. A time is held once its visitor has confirmed their email."
      />
      <CheckBoxes
        meta={metas.trialTeachers}
        legend="Teachers whose open times are offered"
        hint={`For the instrument chosen, at most ${mostAmong}. A teacher without weekly hours has no open times.`}
        choices={teachers.map(({ id, name, hasHours }) => ({
          value: id,
          label: hasHours ? name : `${name} (no weekly hours)`,
        }))}
      />
      <div className="columns">
        <Field meta={metas.trialMinutes} label="Length in minutes" type="number" min={5} max={240} />
        <Field meta={metas.trialNoticeHours} label="Notice in hours" type="number" min={0} max={336} />
        <Field meta={metas.trialDaysAhead} label="Days ahead" type="number" min={1} max={42} />
      </div>
      {chargesTrials ? (
        <Field
          meta={metas.trialPrice}
          label="Price"
          hint="Charged with attendance, as your policies say. Leave blank to name none."
          inputMode="decimal"
          maxLength={20}
          optional
        />
      ) : (
        <p className="small dim">Your policies say that trial lessons are free, and so does the form.</p>
      )}
    </>
  )
}
