import { type FieldMeta, FieldRemarks } from "~/components/form/field-frame"
import { formatDate, formatTime } from "~/utils/formats"
import { nameOfList } from "~/utils/list-name"

type Time = { value: string; date: string; startTime: string; teacherName: string }

type TrialTimesProps = {
  meta: Pick<FieldMeta, "id" | "name" | "errorId" | "descriptionId" | "initialValue" | "errors" | "key">
  times: readonly Time[]
  hint?: string | undefined
}

/** Open times to choose one of, day by day. With one teacher the times alone are named. */
export function TrialTimes({ meta, times, hint }: TrialTimesProps) {
  const days = [...new Set(times.map(({ date }) => date))]
  const name = nameOfList(
    meta.name,
    times.map(({ value }) => value),
  )
  const isOneTeacher = new Set(times.map(({ teacherName }) => teacherName)).size === 1
  return (
    <fieldset
      id={meta.id}
      tabIndex={-1}
      className={meta.errors ? "field invalid" : "field"}
      aria-describedby={meta.errors ? meta.errorId : undefined}
    >
      <legend>Time{isOneTeacher ? ` with ${times[0]?.teacherName}` : null}</legend>
      <FieldRemarks meta={meta} hint={hint} />
      {days.map((day) => (
        <div key={day} className={isOneTeacher ? "day-times" : undefined}>
          <b>{formatDate(day, "weekday")}</b>
          {times
            .filter(({ date }) => date === day)
            .map(({ value, startTime, teacherName }) => (
              <label key={value} className="checkbox">
                <input
                  type="radio"
                  name={name}
                  value={value}
                  required
                  defaultChecked={meta.initialValue === value}
                />
                <span>
                  <span className="visually-hidden">{formatDate(day, "short")} </span>
                  {formatTime(startTime)}
                  {isOneTeacher ? null : `, ${teacherName}`}
                </span>
              </label>
            ))}
        </div>
      ))}
    </fieldset>
  )
}
