import type { FieldMeta } from "~/components/form/field-frame"
import { FieldProblem } from "~/components/ui/field-problem"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"

type AbsenceLessonsProps = {
  meta: FieldMeta
  lessons: {
    id: string
    className: string
    localDate: string
    startTime: string
    teacherName: string | null
    isNotComing: boolean
  }[]
  isSolo: boolean
}

/** The upcoming lessons that a student will miss; the next one is checked. */
export function AbsenceLessons({ meta, lessons, isSolo }: AbsenceLessonsProps) {
  const next = lessons.find(({ isNotComing }) => !isNotComing)?.id
  const typed = typedIn(meta) ?? (meta.errors ? [] : [next])
  return (
    <fieldset
      className={meta.errors ? "field invalid" : "field"}
      id={meta.id}
      tabIndex={-1}
      aria-describedby={meta.errors ? meta.errorId : undefined}
    >
      <legend>Lessons</legend>
      <FieldProblem id={meta.errorId} message={meta.errors?.join(" ")} />
      {lessons.map(({ id, className, localDate, startTime, teacherName, isNotComing }) => (
        <label className="checkbox" key={id}>
          <input type="checkbox" name={meta.name} value={id} defaultChecked={typed.includes(id)} />
          <span>
            {formatDate(localDate, "short")}, {formatTime(startTime)}{" "}
            <span className="dim">
              {[className, isSolo ? null : teacherName, isNotComing ? "absence recorded" : null]
                .filter(Boolean)
                .join(", ")}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** What was checked when the form was sent; undefined before. */
function typedIn({ initialValue }: FieldMeta): (string | undefined)[] | undefined {
  if (typeof initialValue === "string") return [initialValue]
  return Array.isArray(initialValue) ? initialValue.map(String) : undefined
}
