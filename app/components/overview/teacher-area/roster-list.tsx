import { Link } from "~/components/ui/link"
import { alertsOf, attendanceText, type TaughtFacts } from "~/models/overview/teacher-area/taught"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

type Rostered = TaughtFacts & {
  studentId: string
  name: string
  level: string | null
  medicalNotes: string | null
  startsOn: string
  endsOn: string | null
  isYetToStart: boolean
}

/** The students of a class, with what their teacher should know beforehand. */
export function RosterList({ roster }: { roster: Rostered[] }) {
  return (
    <ul className="register-list unmarked">
      {roster.map((student) => (
        <li key={student.studentId}>
          <div className="name-line">
            <b>
              <Link to={paths.teacherStudent(student.studentId)}>{student.name}</Link>
            </b>{" "}
            <span>
              {student.medicalNotes ? (
                <span className="medical whitespace-pre-line">Medical: {student.medicalNotes}</span>
              ) : null}
              {remarksOf(student).join("; ")}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}

function remarksOf(student: Rostered): string[] {
  const { held, level, startsOn, endsOn, isYetToStart } = student
  return [
    ...alertsOf(student),
    isYetToStart ? `starts ${formatDate(startsOn, "day")}` : null,
    endsOn ? `until ${formatDate(endsOn, "day")}` : null,
    held > 0 ? `${attendanceText(student)} this term` : null,
    level,
  ].filter((remark) => remark !== null)
}
