import { Link } from "~/components/ui/button"
import { type AbsentLesson, type Chosen, noSubstitute, payText } from "~/models/attendance/absence/absence"
import { freeTimeText, slotValue } from "~/models/teaching/session/clash"
import { withoutText } from "~/models/teaching/session/left-out"
import { countOf, formatClock, formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type LessonChoiceProps = {
  lesson: AbsentLesson
  chosen: Chosen
  teacherName: string
  currency: string
  /** why what was chosen can't be done */
  problem: string | undefined
  /** Where it doesn’t stand below its day. */
  withDate: boolean
}

/** One lesson of an absence: a substitute, another time, cancel or later, with the effect under what is chosen. */
export function LessonChoice(props: LessonChoiceProps) {
  return (
    <li id={`absence-${props.lesson.id}`}>
      <Choices {...props} />
    </li>
  )
}

function Choices({ lesson, chosen, teacherName, currency, problem, withDate }: LessonChoiceProps) {
  const { id, title, startTime, minutes, chargeMinor, isCharged, substitutes, times, beside } = lesson
  const [canSubstitute, canMove] = [substitutes.length > 0 || beside !== null, times.length > 0]
  const unpaid = lesson.teacherPay ? ` ${teacherName} isn’t paid for it.` : ""
  const options = [
    { value: "substitute", label: "Substitute", isPossible: canSubstitute },
    { value: "move", label: "Move", isPossible: canMove },
    { value: "cancel", label: "Cancel", isPossible: true },
    { value: "leave", label: "Later", isPossible: true },
  ]
  const impossible = [
    canSubstitute ? "" : "No other teacher is free.",
    canMove ? "" : "No free time in the next two weeks.",
  ].filter(Boolean)
  return (
    <>
      <p className="lesson-facts">
        {withDate ? <span>{formatDate(lesson.date, "short")}</span> : null}{" "}
        <time dateTime={startTime}>{formatClock(startTime)}</time> <b id={`title-${id}`}>{title}</b>{" "}
        <span>
          {[
            `${minutes} min`,
            chargeMinor === null ? "" : formatMoney(chargeMinor, currency),
            beside?.names ? `with ${beside.names}` : "",
          ]
            .filter(Boolean)
            .join(", ")}
        </span>
      </p>
      <div className="segmented" role="radiogroup" aria-labelledby={`title-${id}`}>
        {options.map(({ value, label, isPossible }) => (
          <label key={value} className={value === "leave" ? "later" : undefined}>
            <input
              type="radio"
              name={`choice.${id}`}
              value={value}
              defaultChecked={chosen.choice === value}
              disabled={!isPossible && chosen.choice !== value}
            />
            {label}
          </label>
        ))}
      </div>
      <div className="lesson-effects">
        {problem ? <p className="error">{problem}</p> : null}
        <div className="choice-effect substitute">
          <select name={`by.${id}`} aria-label={`Substitute for ${title}`} defaultValue={chosen.by}>
            {substitutes.map(({ teacherId, name, reasons, pay }) => (
              <option key={teacherId} value={teacherId}>
                {`${name}: ${reasons}${pay ? `, ${payText(pay, currency)}` : ""}`}
              </option>
            ))}
            {beside ? (
              <option value={noSubstitute}>{`No one${beside.names ? `, ${beside.names} alone` : ""}`}</option>
            ) : null}
          </select>
          <span>{`${!isCharged ? "The family’s fee doesn’t change." : "Charged as usual."}${unpaid}`}</span>
        </div>
        <div className="choice-effect move">
          <select name={`at.${id}`} aria-label={`New time for ${title}`} defaultValue={chosen.at}>
            {times.map((time) => (
              <option key={slotValue(time)} value={slotValue(time)}>
                {`${freeTimeText(time)}${withoutText(time.leftOut.map(({ name }) => name))}${time.isAsked ? ", time off requested" : ""}`}
              </option>
            ))}
          </select>
          <span>
            {[
              !isCharged ? "The family’s fee doesn’t change. " : "Charged on the new date. ",
              lesson.students.length > 0 ? "The family can decline. " : "",
              lesson.teacherPay ? `${teacherName}: ${payText(lesson.teacherPay, currency)}. ` : "",
            ].join("")}
            <Link to={paths.editSession(id)}>
              Another time
              <span className="visually-hidden">{` for ${title}, ${formatDate(lesson.date, "day")}`}</span>
            </Link>
          </span>
        </div>
        <div className="choice-effect cancel">
          <span>
            <b>{!isCharged ? "The family’s fee doesn’t change." : "Not charged."}</b>
            {` ${creditsText(lesson)}${unpaid}`}
          </span>
        </div>
        <div className="choice-effect leave">
          <span>
            {`Nothing changes yet. The lesson stays with ${beside?.names ? `${beside.names} and ` : ""}${teacherName}.`}
          </span>
        </div>
        {impossible.length ? <p className="small dim">{impossible.join(" ")}</p> : null}
      </div>
    </>
  )
}

/** What canceling it does to make-up credits. */
function creditsText({ credits, reopened }: AbsentLesson): string {
  const earned = credits
    ? `${countOf(credits.count, "make-up credit")}, use by ${formatDate(credits.until, "day")}. `
    : reopened.length
      ? ""
      : "Your attendance rules give no make-up credit."
  const again = reopened.length
    ? `${countOf(reopened.length, "make-up credit")} spent on it available again.`
    : ""
  return `${earned}${again}`
}
