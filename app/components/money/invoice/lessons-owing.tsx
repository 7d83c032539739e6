import { Fragment } from "react"
import { LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { Figure } from "~/components/ui/figure"
import { Link } from "~/components/ui/link"
import type { UnpricedLessons } from "~/models/money/ready-to-invoice/unpriced-lessons"
import { familyLabel } from "~/models/people/family/family-name"
import { countOf, formFor } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type LessonsOwingProps = {
  lessonsWithoutAttendance: number
  seatsWithoutPrice: number
  classesWithoutPrice: readonly unknown[]
  /** The first of these classes, with the families whose lessons wait. */
  unpriced: UnpricedLessons[]
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
  unpriced,
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
                </span>{" "}
                <span className="dim">
                  {countOf(students, "student")}
                  {amountMinor > 0 ? `, about ${formatMoney(amountMinor, currency)}` : ""}
                </span>{" "}
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
            {unpriced.map((each) => (
              <UnpricedClass key={each.classId} {...each} />
            ))}
          </ul>
          {classesWithoutPrice.length > unpriced.length ? (
            <p className="dim">
              And {countOf(classesWithoutPrice.length - unpriced.length, "more class", "more classes")}.
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

/** A class without a price: whose lessons wait for it, and where it is set, for the class or on a family’s invoice. */
function UnpricedClass({ classId, className, lessons, firstOn, families, more }: UnpricedLessons) {
  return (
    <li className="flex-wrap">
      <span className="grow basis-56">
        <b>{className}</b>{" "}
        <span className="block dim">
          {families.map(({ familyId, lessons: theirs, ...family }, index) => (
            <Fragment key={familyId}>
              {index > 0 ? ", " : null}
              <Link to={paths.newInvoice({ family: familyId, back: "ready" })}>{familyLabel(family)}</Link>{" "}
              {formatNumber(theirs)}
            </Fragment>
          ))}
          {more > 0 ? ` and ${countOf(more, "more family", "more families")}` : null}
        </span>
      </span>{" "}
      <span className="dim">
        {countOf(lessons, "lesson")} since {formatDate(firstOn, "day")}
      </span>{" "}
      <LinkButton
        to={paths.editClass(classId, { from: firstOn, back: "ready" })}
        aria-label={`Set price of ${className}`}
      >
        Set price
      </LinkButton>
    </li>
  )
}
