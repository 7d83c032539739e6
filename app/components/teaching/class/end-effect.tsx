import { Callout } from "~/components/ui/callout"
import type { EndEffect } from "~/models/teaching/class/class-effects"
import { countOf, formFor } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"

/** What ending a class, or one of its weekly times, would do. */
export function EndEffectCallout({
  effect,
  lastDay,
  isPart,
}: {
  effect: EndEffect
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
    </Callout>
  )
}
