import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import type { StrandedLesson } from "~/models/attendance/stranded/stranded"
import { withoutText } from "~/models/teaching/session/left-out"
import { causeLabels } from "~/models/teaching/session/stranded-cause"
import { formatTime } from "~/utils/clock-times"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

type StrandedRowsProps = {
  lessons: StrandedLesson[]
  chosen: Record<string, string>
  problems: Record<string, string>
}

/** The lessons to settle: what is wrong with each, and what becomes of it. */
export function StrandedRows({ lessons, chosen, problems }: StrandedRowsProps) {
  return (
    <DataTable
      caption="Lessons to settle"
      rows={lessons}
      rowKey={({ id }) => id}
      columns={[
        {
          label: "Lesson",
          cell: (lesson) => (
            <>
              <Link to={paths.session(lesson.id)}>{lesson.title}</Link>
              <br />
              <span className="dim">
                {[
                  formatDate(lesson.date, "short"),
                  formatTime(lesson.startTime),
                  ...[lesson.teacherName, lesson.roomName, countOf(lesson.students, "student")],
                ]
                  .filter(Boolean)
                  .join(", ")}
              </span>
            </>
          ),
        },
        {
          label: "Why",
          cell: ({ causes }) => `${causes.map((cause) => causeLabels[cause]).join(". ")}.`,
        },
        {
          label: "What happens",
          cell: (lesson) => (
            <span className={problems[lesson.id] ? "field invalid" : "field"}>
              <Choices lesson={lesson} chosen={chosen[lesson.id] ?? "leave"} problem={problems[lesson.id]} />
            </span>
          ),
        },
      ]}
    />
  )
}

type ChoiceProps = { lesson: StrandedLesson; chosen: string; problem: string | undefined }

function Choices({ lesson, chosen, problem }: ChoiceProps) {
  const { id, title, substitutes, times, rooms } = lesson
  const problemId = `problem-${id}`
  const which = `${title}, ${formatDate(lesson.date, "short")}`
  return (
    <>
      {problem ? (
        <span className="error" id={problemId}>
          {problem}
        </span>
      ) : null}
      <label className="visually-hidden" htmlFor={`to-${id}`}>
        {`What happens to ${which}`}
      </label>
      <select
        key={chosen}
        id={`to-${id}`}
        name={`to.${id}`}
        defaultValue={chosen}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? problemId : undefined}
      >
        <option value="leave">Later</option>
        {substitutes.length > 0 ? (
          <optgroup label="Substitute">
            {substitutes.map(({ teacherId, name, reasons }) => (
              <option key={teacherId} value={`substitute ${teacherId}`}>
                {`${name}: ${reasons}`}
              </option>
            ))}
          </optgroup>
        ) : null}
        {times.length > 0 ? (
          <optgroup label="Other time">
            {times.map(({ date, startTime, leftOut }) => (
              <option key={`${date} ${startTime}`} value={`time ${date} ${startTime}`}>
                {`${formatDate(date, "short")}, ${formatTime(startTime)}${withoutText(leftOut)}`}
              </option>
            ))}
          </optgroup>
        ) : null}
        {rooms.length > 0 ? (
          <optgroup label="Other room">
            {rooms.map((room) => (
              <option key={room.id} value={`room ${room.id}`}>
                {room.name}
              </option>
            ))}
          </optgroup>
        ) : null}
        <option value="keep">Keep as it is</option>
        <option value="cancel">Cancel the lesson</option>
      </select>
      <Link to={paths.editSession(id)}>
        Move to another time<span className="visually-hidden">{` for ${which}`}</span>
      </Link>
    </>
  )
}
