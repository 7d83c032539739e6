import type { OfferedStatus } from "~/models/accounts/own-status/own-status"
import type { DayMarkingLesson, DayMarkingStudent } from "~/models/attendance/day/mark-day"
import { MarkOptions } from "../register/card-marks"

type MarkedLessonProps = {
  lesson: DayMarkingLesson
  statuses: OfferedStatus[]
  isSelected: boolean
  withTeacher: boolean
}

/** A lesson of a day that is marked at once: selected or not, each student's mark, and what it comes to. */
export function MarkedLesson({ lesson, statuses, isSelected, withTeacher }: MarkedLessonProps) {
  const { id, title, range, teacherName, students, effect, sign } = lesson
  return (
    <div className="marked-lesson">
      <label className="checkbox">
        <input type="checkbox" name="lesson" value={id} defaultChecked={isSelected} />
        <span>
          <b>{title}</b>, {range}
          {withTeacher && teacherName ? `, ${teacherName}` : ""}
        </span>
      </label>
      <input type="hidden" name={`shown.${id}`} value={sign} />
      {students.map((student) => (
        <StudentMark
          key={student.id}
          {...{ student, statuses }}
          lessonId={id}
          which={student.name === title ? range : `${title}, ${range}`}
          isTitle={students.length === 1 && student.name === title}
        />
      ))}
      <p className="small dim">{effect}</p>
    </div>
  )
}

const asExpected = {
  present: "Present",
  excused: "Excused, as reported",
  absent: "Absent, reported too late",
}

type StudentMarkProps = {
  student: DayMarkingStudent
  statuses: OfferedStatus[]
  lessonId: string
  /** the lesson, as whoever doesn't see the page tells it from a student's others */
  which: string
  /** the lesson is called by the student's name, which isn't repeated then */
  isTitle: boolean
}

function StudentMark({ student, statuses, lessonId, which, isTitle }: StudentMarkProps) {
  const { id, name, expected, chosen, effect } = student
  const field = `whole-day-marks.${lessonId}.${id}`
  return (
    <div className="student-mark">
      {isTitle ? null : <label htmlFor={field}>{name}</label>}{" "}
      <select
        id={field}
        name={`marks.${lessonId}.${id}`}
        defaultValue={chosen}
        aria-label={`${name}, ${which}`}
      >
        <option value="">{asExpected[expected]}</option>
        <MarkOptions without={expected === "present" ? "present" : undefined} statuses={statuses} />
      </select>{" "}
      {effect ? <span className="small dim">{effect}</span> : null}
    </div>
  )
}
