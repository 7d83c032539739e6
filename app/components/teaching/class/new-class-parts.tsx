import type { useForm } from "@conform-to/react"
import { DateField, Field, SegmentedField } from "~/components/form/field"
import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { useHasRight } from "~/components/ui/limits"
import type { StartEffect } from "~/models/teaching/class/class-effects"
import type { NewClassFields } from "~/models/teaching/class/class-form"
import { unstaffedText } from "~/models/teaching/scheduled-teacher-change/scheduled-teacher-change"
import { heldAt, skippedTexts } from "~/models/teaching/session/skipped-time"
import { countOf, formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { billingChoices, priceText } from "./class-labels"
import { EnrolledLines } from "./enrolled-lines"
import { Unscheduled } from "./leave-out"
import { RotatingTimes } from "./rotating-times"
import { RuleFields, selectedDays } from "./rule-fields"

type Fields = ReturnType<typeof useForm<NewClassFields>>[1]

type Time = { date: string; startTime: string }
type NewClassPartsProps = {
  fields: Fields
  currency: string
  /** The times that are free for one student's lesson; `time` is filled in. */
  proposed?: { student: { id: string }; time: Time | null; times: Time[] }
}

/** When a new class meets and what it costs. */
export function NewClassParts({ fields, currency, proposed }: NewClassPartsProps) {
  const seesPrices = useHasRight()("invoice:read")
  return (
    <>
      <section className="form" aria-labelledby="when">
        <h2 id="when">Weekly time</h2>
        {proposed ? <ProposedTimes {...proposed} typedTime={fields.startTime.value} /> : null}
        <RuleFields fields={fields} selected={selectedDays(fields.weekdays.initialValue)} optional />
        <RotatingTimes id={fields.rotation.id} metas={fields.rotation.getFieldList()} />
        <div className="columns">
          <DateField meta={fields.startsOn} label="First day" />
        </div>
        <SegmentedField
          meta={fields.ends}
          label="Ends"
          choices={[
            { value: "open", label: "No end date" },
            { value: "date", label: "On a date" },
            { value: "count", label: "After a number of lessons" },
          ]}
        />
        <div className="columns">
          <DateField meta={fields.endsOn} label="Last day" optional />
          <Field
            meta={fields.count}
            label="Number of lessons"
            type="number"
            inputMode="numeric"
            optional
            min={1}
            max={200}
          />
        </div>
      </section>
      {seesPrices ? (
        <section className="form" aria-labelledby="price">
          <h2 id="price">Price</h2>
          <SegmentedField meta={fields.billing} label="Billed" choices={billingChoices} />
          <Field
            meta={fields.amount}
            label={`Amount in ${currency}`}
            hint="Per student. With packages, the price of a lesson that no package covers. Leave blank to set it later."
            optional
            inputMode="decimal"
            maxLength={20}
          />
        </section>
      ) : (
        <NoPriceNote />
      )}
    </>
  )
}

/** For members who don’t see prices. */
export const NoPriceNote = () => (
  <p className="dim">You don’t see prices, so you can’t set one here. Someone who does can set it later.</p>
)

type ProposedTimesProps = NonNullable<NewClassPartsProps["proposed"]> & {
  /** what the field of the time has now: another time than the one chosen is none of these */
  typedTime: string | undefined
}

/** The times to choose from with one tap, the one that is filled in among them. */
function ProposedTimes({ student, time, times, typedTime }: ProposedTimesProps) {
  if (!time) return <p className="dim">No time is free in the next two weeks. Enter one yourself.</p>
  return (
    <nav className="section" aria-label="Free times">
      <p className="dim">
        These times are free, the first lesson on the date shown. Choose one first, then change anything else.
      </p>
      <div className="filter-chips">
        {times.map(({ date, startTime }) => (
          <Link
            key={`${date} ${startTime}`}
            to={paths.newClass({ student: student.id, date, time: startTime })}
            aria-current={
              date === time.date && startTime === time.startTime && (typedTime ?? startTime) === startTime
                ? "true"
                : undefined
            }
            preventScrollReset
            replace
          >
            {`${formatDate(date, "short")}, ${formatTime(startTime)} `}
          </Link>
        ))}
      </div>
    </nav>
  )
}

/** The lessons that creating the class would schedule. */
export function StartNote({ effect, currency }: { effect: StartEffect; currency: string }) {
  const { sessions, made, lastDay, left, closures, unscheduled, skipped, students, price } = effect
  const seesPrices = useHasRight()("invoice:read")
  return (
    <Callout>
      <p role="status">
        <b>
          {made === 0
            ? "Not scheduled, so no lessons are added."
            : `${countOf(made, "lesson")} in the coming weeks, ${unscheduled.length > 0 ? `${unscheduled.length} left out` : "no clashes"}.`}
        </b>{" "}
        {students.length > 0
          ? `With ${students.map(({ name }) => name).join(", ")}.`
          : "No students are enrolled yet."}
        {students.length === 0 && seesPrices && price
          ? ` ${priceText(price, currency)} for each student.`
          : ""}
        {lastDay ? ` Ends on ${formatDate(lastDay, "full")}.` : ""}
        {closures.length > 0 ? ` Skips ${closures.join(", ")}.` : ""} {skippedTexts(skipped)}
      </p>
      {left ? <p>{unstaffedText(left)}</p> : null}
      {seesPrices ? <EnrolledLines effect={students} currency={currency} seesPrices /> : null}
      {sessions.length > 0 ? (
        <ul>
          {sessions.map(({ localDate, startTime }) => (
            <li key={`${localDate}${startTime}`}>
              {formatDate(localDate, "short")}, {formatTime(heldAt(skipped, { date: localDate, startTime }))}
            </li>
          ))}
          <Unscheduled lessons={unscheduled} />
        </ul>
      ) : null}
    </Callout>
  )
}
