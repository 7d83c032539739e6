import type { ReactNode } from "react"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { attendanceText, type TaughtStudent } from "~/models/overview/teacher-area/taught"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

type TeacherStudentsProps = {
  teacher: { id: string; name: string }
  students: readonly TaughtStudent[]
  total: number
  /** between the pages */
  children: ReactNode
}

/** A teacher's active students, with what happens in their lessons. */
export function TeacherStudents({ teacher: { id, name }, students, total, children }: TeacherStudentsProps) {
  return (
    <section className="section" aria-labelledby="students">
      <header>
        <h2 id="students">
          Active students <span className="dim">{formatNumber(total)}</span>
        </h2>
        {total > 0 ? (
          <Link to={paths.students({ teacher: id, status: "active" })}>Select in the list of students</Link>
        ) : null}
      </header>
      {students.length === 0 ? (
        <EmptyState>{`No active students yet. Those enrolled in a class of ${name} appear here.`}</EmptyState>
      ) : (
        <DataTable
          caption={`Active students of ${name}`}
          terse="labelled"
          rows={students}
          rowKey={(student) => student.id}
          columns={[
            {
              label: "Student",
              cell: (student) => <Link to={paths.student(student.id)}>{student.name}</Link>,
            },
            {
              label: "Instrument",
              cell: ({ instrument, level }) => [instrument, level].filter(Boolean).join(", ") || "–",
            },
            {
              label: "Next lesson together",
              cell: ({ nextSession: next }) =>
                next ? (
                  <Link to={paths.session(next.sessionId)}>
                    {formatDate(next.localDate, "short")}, {formatTime(next.startTime)}
                  </Link>
                ) : (
                  "–"
                ),
            },
            { label: "Attended this term", numeric: true, cell: attendanceText },
          ]}
        />
      )}
      {children}
    </section>
  )
}
