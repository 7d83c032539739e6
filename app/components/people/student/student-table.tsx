import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import type { StudentStatus as State } from "~/models/people/student/student"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { FamilyTitle } from "../family/family-title"
import { StudentStatus } from "./student-status"

type Row = {
  id: string
  name: string
  age: number | null
  instrument: string | null
  teachers: string
  next: { sessionId: string; localDate: string; startTime: string } | null
  familyName: string
  familyChildren: string | null
  status: State
  guardianSignsIn: boolean
}

/** Students with what the office looks up most; the teachers are left out where there is only one. */
export function StudentTable({
  students,
  withTeachers,
}: {
  students: Row[] | undefined
  withTeachers: boolean
}) {
  const teacher = { label: "Teacher", cell: ({ teachers }: Row) => teachers || "–" }
  return (
    <DataTable
      caption="Students"
      terse="labelled"
      still="students"
      rows={students}
      rowKey={({ id }) => id}
      pick={({ id, name }) => ({ value: id, label: name || "a student without a name" })}
      columns={[
        {
          label: "Name",
          cell: ({ id, name }) => <Link to={paths.student(id)}>{name || "No name"}</Link>,
        },
        { label: "Age", numeric: true, cell: ({ age }) => age ?? "–" },
        { label: "Instrument", cell: ({ instrument }) => instrument ?? "–" },
        ...(withTeachers ? [teacher] : []),
        { label: "Next lesson", cell: ({ next }) => (next ? <NextSession {...next} /> : "–") },
        {
          label: "Family",
          cell: ({ familyName, familyChildren }) => (
            <FamilyTitle familyName={familyName} familyChildren={familyChildren} />
          ),
        },
        { label: "Status", beside: true, cell: ({ status }) => <StudentStatus status={status} /> },
        {
          label: "Portal",
          cell: ({ guardianSignsIn }) =>
            guardianSignsIn ? (
              <Status head="on" tone="ok">
                Can log in
              </Status>
            ) : (
              <Status head="open">No login yet</Status>
            ),
        },
      ]}
    />
  )
}

function NextSession({ sessionId, localDate, startTime }: NonNullable<Row["next"]>) {
  return (
    <Link className="md:whitespace-nowrap" to={paths.session(sessionId)}>
      {`${formatDate(localDate, "short")}, ${formatTime(startTime)}`}
    </Link>
  )
}
