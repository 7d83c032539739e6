import { LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { Figure } from "~/components/ui/figure"
import { Link } from "~/components/ui/link"
import { countOf, formFor } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

/** So many classes without a price are listed; the next ones come once these have one. */
const mostClasses = 10

type LessonsOwingProps = {
  lessonsWithoutAttendance: number
  seatsWithoutPrice: number
  classesWithoutPrice: { id: string; name: string; seats: number }[]
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
  classesWithoutPrice,
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
        <>
          <p>
            <Figure of="lessons-without-price">{countOf(seatsWithoutPrice, "past lesson")}</Figure> can’t be
            charged because {formFor(classesWithoutPrice.length, "the class has", "the classes have")} no
            price. Set one from the day of the first lesson, and they’re charged.
          </p>
          <ul className="rows small">
            {classesWithoutPrice.slice(0, mostClasses).map(({ id, name, seats }) => (
              <li key={id} className="flex-wrap">
                <b className="flex-1">{name}</b>
                <span className="dim">{countOf(seats, "lesson")}</span>
                <LinkButton to={paths.classBilling(id)} aria-label={`Set price of ${name}`}>
                  Set price
                </LinkButton>
              </li>
            ))}
          </ul>
          {classesWithoutPrice.length > mostClasses ? (
            <p className="dim">
              And {countOf(classesWithoutPrice.length - mostClasses, "more class", "more classes")}.
            </p>
          ) : null}
        </>
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
