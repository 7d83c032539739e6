import { LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { Figure } from "~/components/ui/figure"
import { Link } from "~/components/ui/link"
import { countOf, formFor } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type LessonsOwingProps = {
  lessonsWithoutAttendance: number
  seatsWithoutPrice: number
  lessonsWithoutPackage: number
  /** The oldest of those without attendance. */
  lessons: {
    id: string
    title: string
    localDate: string
    teacherName: string | null
    students: number
    /** About how much waits for it. */
    amountMinor: number
  }[]
  currency: string
}

/** Lessons that can't be charged yet, each kind with its remedy. */
export function LessonsOwing({
  lessonsWithoutAttendance,
  seatsWithoutPrice,
  lessonsWithoutPackage,
  lessons,
  currency,
}: LessonsOwingProps) {
  if (lessonsWithoutAttendance + seatsWithoutPrice + lessonsWithoutPackage === 0) return null
  return (
    <Callout tone="amber">
      {lessonsWithoutAttendance > 0 ? (
        <>
          <p>
            Attendance is missing for{" "}
            <Figure of="lessons-to-charge" to={paths.attendance({ view: "missing", charged: "yes" })}>
              {countOf(lessonsWithoutAttendance, "lesson")}
            </Figure>
            . {formFor(lessonsWithoutAttendance, "It", "They")} can’t be invoiced until you record it.
          </p>
          <ul className="rows small">
            {lessons.map(({ id, title, localDate, teacherName, students, amountMinor }) => (
              <li key={id} className="flex-wrap">
                <span className="flex-1">
                  <b>{title}</b>, {[formatDate(localDate, "short"), teacherName].filter(Boolean).join(", ")}
                </span>
                <span className="dim">
                  {countOf(students, "student")}
                  {amountMinor > 0 ? `, about ${formatMoney(amountMinor, currency)}` : ""}
                </span>
                <LinkButton
                  to={paths.session(id)}
                  aria-label={`Take attendance for ${title}, ${formatDate(localDate, "short")}`}
                >
                  Take attendance
                </LinkButton>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {seatsWithoutPrice > 0 ? (
        <p>
          <Figure of="lessons-without-price">{countOf(seatsWithoutPrice, "past lesson")}</Figure> can’t be
          charged because the class has no price.
        </p>
      ) : null}
      {lessonsWithoutPackage > 0 ? (
        <p>
          <Link to={`${paths.packages()}#waiting`}>{countOf(lessonsWithoutPackage, "lesson")}</Link> took
          place without a package and {formFor(lessonsWithoutPackage, "waits", "wait")} for the next one.
        </p>
      ) : null}
    </Callout>
  )
}
