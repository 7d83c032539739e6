import { type ClosureLesson, preferredChoice } from "~/models/teaching/closure-lesson/closure-lesson"
import { withoutText } from "~/models/teaching/session/left-out"
import { formatTime, formatTimeRange } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"

type ClosureLessonListProps = {
  lessons: ClosureLesson[]
  /** what was chosen before, by lesson */
  chosen: Record<string, string>
  /** what isn't chosen yet begins with its best time, or canceled where there is none */
  prefersMoves: boolean
  /** why something can't be done as chosen, by lesson */
  problems: Record<string, string[] | null | undefined>
}

/** The lessons of a closure, each with a choice: as it is, cancel, or move to one of its best free times. */
export function ClosureLessonList({ lessons, chosen, prefersMoves, problems }: ClosureLessonListProps) {
  return lessons.map((lesson) => {
    const { id, title, localDate, startTime, teacherName, isCanceled, times, whyNone } = lesson
    const problem = problems[`lessons.${id}`]?.join(" ")
    const fieldId = `closure-lessons.${id}`
    const when = `${formatDate(localDate, "short")}, ${formatTime(startTime)}`
    return (
      <div className={problem ? "field invalid" : "field"} key={id}>
        <label htmlFor={fieldId}>
          {title}, {when}
          {teacherName ? ` with ${teacherName}` : ""}
          {isCanceled ? " (canceled)" : ""}
        </label>
        {problem ? (
          <p className="error" id={`${fieldId}-error`}>
            {problem}
          </p>
        ) : null}
        <select
          id={fieldId}
          name={`lessons.${id}`}
          defaultValue={chosen[id] ?? (prefersMoves ? preferredChoice(lesson) : "stay")}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${fieldId}-error` : undefined}
        >
          <option value="stay">{isCanceled ? "Stay canceled" : "Stay on the schedule"}</option>
          {isCanceled ? null : <option value="cancel">Cancel</option>}
          {times.map((time) => (
            <option key={time.value} value={time.value}>
              {`Move to ${formatDate(time.date, "short")}, ${formatTimeRange(time.startTime, time.endTime)}${time.roomName ? ` in ${time.roomName}` : ""}${withoutText(time.leftOut)}. ${time.reasons.map((reason) => `${reason}.`).join(" ")}`.trim()}
            </option>
          ))}
        </select>
        {whyNone ? <p className="small dim">{whyNone}</p> : null}
      </div>
    )
  })
}
