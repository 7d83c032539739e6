import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import type { WaitingLesson } from "~/models/money/package/package"
import { nameWithClass } from "~/models/people/student/class-title"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

/** Lessons that no package covered and that are not charged, each with what can be done about it. */
export function WaitingLessons({ lessons }: { lessons: WaitingLesson[] }) {
  if (lessons.length === 0) return null
  return (
    <section className="section" aria-labelledby="waiting-title" id="waiting">
      <h2 id="waiting-title">Waiting for a package</h2>
      <Callout tone="amber">
        <p>
          {countOf(lessons.length, "lesson")} took place without a package and aren’t charged. The next
          package you sell covers them.
        </p>
      </Callout>
      <ul className="rows">
        {lessons.map(({ seatId, sessionId, studentId, familyId, studentName, className, localDate }) => (
          <li key={seatId} className="flex-wrap">
            <span className="flex-1">
              <Link to={paths.session(sessionId)}>{formatDate(localDate, "short")}</Link>,{" "}
              {nameWithClass(studentName, className)}
            </span>{" "}
            <Link to={paths.sellPackage({ family: familyId, student: studentId })}>
              Sell a package<span className="visually-hidden"> to {studentName}</span>
            </Link>{" "}
            <Link to={paths.waiver(seatId)}>
              Waive<span className="visually-hidden"> the lesson of {studentName}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
