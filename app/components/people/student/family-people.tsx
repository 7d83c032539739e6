import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import type { StudentStatus as State } from "~/models/people/student/student"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"
import { addressText } from "~/utils/postal-address"
import { type FamilyGuardian, Guardian } from "./family-of-student"
import { StudentStatus } from "./student-status"

type FamilyPeopleProps = {
  familyId: string
  guardians: FamilyGuardian[]
  students: {
    id: string
    firstName: string
    lastName: string
    status: State
    next: { sessionId: string; localDate: string; startTime: string } | null
  }[]
  address: string | null
}

/** The students and guardians of a family: who comes when, how to reach them, who pays, and who can log in. */
export function FamilyPeople({ familyId, guardians, students, address }: FamilyPeopleProps) {
  const [student] = students
  return (
    <>
      <section className="section" aria-labelledby="students">
        <header>
          <h2 id="students">Students</h2>
          <Link to={paths.newStudent({ family: familyId })}>Add student</Link>
        </header>
        {students.length === 0 ? (
          <EmptyState>No students in this family.</EmptyState>
        ) : (
          <ul className="kin-list bracket indented">
            {students.map(({ id, status, next, ...name }) => (
              <li key={id}>
                <Link to={paths.student(id)}>{fullName(name)}</Link>
                <StudentStatus status={status} />{" "}
                <span className="dim">
                  {next
                    ? `next lesson ${formatDate(next.localDate, "short")}, ${formatTime(next.startTime)}`
                    : "no upcoming lessons"}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="section" aria-labelledby="guardians">
        <header>
          <h2 id="guardians">Guardians</h2>
          {student ? <Link to={paths.editStudent(student.id)}>Edit family</Link> : null}
        </header>
        {guardians.length === 0 ? (
          <p className="dim">No guardians. Invoices go to the student or the family.</p>
        ) : (
          <ul className="kin-list bracket indented">
            {guardians.map((guardian) => (
              <Guardian
                key={guardian.id}
                guardian={guardian}
                inviteAt={student ? paths.studentAccount(student.id) : undefined}
                back="family"
              />
            ))}
          </ul>
        )}
        {student ? (
          <p>
            <Link to={paths.studentAccount(student.id)}>Portal access</Link>
          </p>
        ) : null}
        {address ? <p className="dim whitespace-pre-line">{addressText(address)}</p> : null}
      </section>
    </>
  )
}
