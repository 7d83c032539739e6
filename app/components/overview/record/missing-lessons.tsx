import { LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import type { GridLesson } from "~/models/overview/record/class-record"
import { countOf, formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** Lessons that are over without attendance; the oldest can be done right away. A monthly fee doesn't wait for it. */
export function MissingLessons({ lessons, isMonthly }: { lessons: GridLesson[]; isMonthly: boolean }) {
  const missing = lessons.filter(({ state }) => state === "missing")
  const [first] = missing
  if (!first) return null
  return (
    <Callout tone="red">
      <div className="record-alert">
        <p>
          Attendance is missing for{" "}
          {missing.length === 1 ? formatDate(first.localDate, "short") : countOf(missing.length, "lesson")}.
          {isMonthly ? "" : ` ${missing.length === 1 ? "It" : "They"} can’t be billed until you record it.`}
        </p>
        <p>
          <LinkButton to={paths.session(first.id)}>
            Take attendance for {formatDate(first.localDate, "day")}
          </LinkButton>
        </p>
      </div>
    </Callout>
  )
}
