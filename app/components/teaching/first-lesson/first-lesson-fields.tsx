import { SelectField } from "~/components/form/choice-fields"
import { DateField, Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { useHasRight } from "~/components/ui/limits"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import { lineFinds } from "~/models/teaching/line-offer/line-offer"
import { weekdaysInOrder } from "~/utils/formats"

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].map(
  (label, index) => ({ label, weekday: index + 1 }),
)

type FirstLessonFieldsProps = {
  fields: Record<"weekday" | "startTime" | "minutes" | "startsOn" | "teacherId" | "amount", FieldMeta>
  teachers: NameOffer
  currency: string
  isSolo: boolean
}

/** The weekly private lesson of a new student, for members who plan lessons. */
export function FirstLessonFields({ fields, teachers, currency, isSolo }: FirstLessonFieldsProps) {
  const hasRight = useHasRight()
  if (!hasRight("class:write")) return null
  return (
    <section className="form" aria-labelledby="weekly-lesson">
      <h2 id="weekly-lesson">Weekly lesson</h2>
      <p className="dim">Leave the day blank to schedule lessons later.</p>
      <div className="columns">
        <SelectField
          meta={fields.weekday}
          label="Day"
          optional
          prompt="No lesson yet"
          choices={weekdaysInOrder(days).map(({ label, weekday }) => ({ value: String(weekday), label }))}
        />
        <Field meta={fields.startTime} label="Start" type="time" optional />
        <Field meta={fields.minutes} label="Minutes" type="number" inputMode="numeric" min={5} max={600} />
      </div>
      <div className="columns">
        <DateField meta={fields.startsOn} label="First day" optional />
        {isSolo ? (
          <input type="hidden" name={fields.teacherId.name} defaultValue={teachers.choices[0]?.value} />
        ) : (
          <NameChoiceField
            meta={fields.teacherId}
            label="Teacher"
            sought="a teacher"
            optional
            prompt="No teacher yet"
            find={lineFinds.teacher}
            offer={teachers}
          />
        )}
        {hasRight("class:price") ? (
          <Field
            meta={fields.amount}
            label={`Price per lesson in ${currency}`}
            hint="Leave blank to set it later."
            optional
            inputMode="decimal"
            maxLength={20}
          />
        ) : null}
      </div>
    </section>
  )
}
