import { Link, LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { useHasRight, useMayOpen } from "~/components/ui/limits"
import { Status } from "~/components/ui/status"
import type { ClassKind } from "~/models/teaching/class/class"
import { kindLabels } from "~/models/teaching/class/class-query"
import type { BillingMode } from "~/models/teaching/price/price"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { priceText } from "./class-labels"

type ClassOfStudent = {
  enrollmentId: string
  classId: string
  name: string
  kind: ClassKind
  teacherName: string | null
  startsOn: string
  endsOn: string | null
  isOver: boolean
  isLater: boolean
  patterns: { text: string; minutes: number }[]
  /** of the class’s weekly times */
  lastDay: string | null
  /** minor units */
  price: { billing: BillingMode; amountMinor: number } | null
  /** Agreed with this student instead of the class's price. */
  isOwnPrice: boolean
}

type ClassesProps = {
  id: string
  name: string
  classes: ClassOfStudent[]
  /** "Leave from Dec 5, 2026 to Jan 4, 2027" */
  leaves?: string[]
  currency: string
  isSolo: boolean
}

/** What a student is enrolled in: when, with whom, at which price. */
export function StudentClasses({ id, name, classes, leaves = [], currency, isSolo }: ClassesProps) {
  const mayOpen = useMayOpen()
  const seesPrices = useHasRight()("invoice:read")
  return (
    <section className="section" aria-labelledby="classes">
      <header>
        <h2 id="classes">{isSolo ? "Lessons" : "Classes"}</h2>
        {classes.length > 0 ? (
          <span className="buttons">
            {mayOpen(paths.studentLeave(id)) ? (
              <>
                <Link to={paths.studentLeave(id)}>Leave</Link>{" "}
              </>
            ) : null}
            <Link to={paths.newClass({ student: id })}>Schedule lessons</Link>
          </span>
        ) : null}
      </header>
      {leaves.map((leave) => (
        <p key={leave}>
          <Status head="rest" tone="warn">
            {leave}
          </Status>
        </p>
      ))}
      {classes.length === 0 ? (
        <EmptyState action={<LinkButton to={paths.newClass({ student: id })}>Schedule lessons</LinkButton>}>
          {name || "This student"} isn’t enrolled in anything yet.
        </EmptyState>
      ) : (
        <ul className="rows">
          {classes.map(
            ({ enrollmentId, classId, name: className, kind, teacherName, patterns, price, ...rest }) => (
              <li key={enrollmentId}>
                <span>
                  <Link to={paths.class(classId)}>{className}</Link>
                  <br />
                  <span className="dim">
                    {[kindLabels[kind], isSolo ? null : (teacherName ?? "no teacher yet"), period(rest)]
                      .filter(Boolean)
                      .join(", ")}
                  </span>
                </span>{" "}
                <span className="sm:text-right">
                  {patterns.length === 0
                    ? noTimesText(kind)
                    : patterns.map(({ text, minutes }) => `${text}, ${minutes} min`).join("; ")}
                  {seesPrices ? (
                    <>
                      <br />
                      <Link className="class-price" to={`${paths.enrollment(classId, enrollmentId)}#price`}>
                        {price === null && kind === "trial"
                          ? "no price"
                          : priceText(price, currency, rest.lastDay)}
                      </Link>{" "}
                      {rest.isOwnPrice ? <span className="dim"> custom</span> : null}
                    </>
                  ) : null}
                </span>
              </li>
            ),
          )}
        </ul>
      )}
    </section>
  )
}

/** A trial is one lesson, which has no weekly time. */
const noTimesText = (kind: ClassOfStudent["kind"]) => (kind === "trial" ? "One lesson" : "Not scheduled")

function period({
  startsOn,
  endsOn,
  isOver,
  isLater,
}: Pick<ClassOfStudent, "startsOn" | "endsOn" | "isOver" | "isLater">): string {
  if (isLater && endsOn) return `from ${formatDate(startsOn, "medium")} until ${formatDate(endsOn, "medium")}`
  if (isLater) return `from ${formatDate(startsOn, "medium")}`
  if (endsOn) return `${isOver ? "ended" : "until"} ${formatDate(endsOn, "medium")}`
  return `since ${formatDate(startsOn, "medium")}`
}
