import { Callout } from "~/components/ui/callout"
import type { EndEffect } from "~/models/teaching/class/class-effects"
import { countOf, formFor } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

/** What ending a class, or one of its weekly times, would do. */
export function EndEffectCallout({
  effect,
  fees,
  lastDay,
  isPart,
}: {
  effect: EndEffect
  /** How the charged monthly fees change; null where none does. */
  fees: { students: number; differenceMinor: number; currency: string } | null
  lastDay: string
  isPart: boolean
}) {
  const { sessions, cancelled, kept, students } = effect
  return (
    <Callout tone="amber">
      <p role="status">
        After {formatDate(lastDay, "full")}: {countOf(sessions, "lesson is", "lessons are")} removed
        {cancelled > 0 ? `, ${formatNumber(cancelled)} of them shown as canceled` : ""}.{" "}
        {isPart
          ? "Students stay enrolled."
          : students.length > 0
            ? `${countOf(students.length, "student is", "students are")} unenrolled: ${students.join(", ")}.`
            : "No students are enrolled."}
        {kept > 0 ? ` ${countOf(kept, "lesson")} with attendance ${formFor(kept, "is", "are")} kept.` : ""}
      </p>
      {fees && fees.differenceMinor !== 0 ? (
        <p>
          The charged monthly fees of {countOf(fees.students, "student")} go{" "}
          {fees.differenceMinor < 0 ? "down" : "up"} by{" "}
          {formatMoney(Math.abs(fees.differenceMinor), fees.currency)} in all.
        </p>
      ) : null}
    </Callout>
  )
}
