import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import type { ReactNode } from "react"
import { teacherFrame } from "~/components/people/teacher/teacher-frame"
import { type FramedPage, frameTitle, useLoadedFrame } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { DataTable, MorePages } from "~/components/ui/data-table"
import { orNotFound, requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { teacherOfPage } from "~/http/page-reads.server"
import { listTeacherStudents } from "~/models/overview/teacher-area/own-students.server"
import { attendanceText, type TaughtStudent } from "~/models/overview/teacher-area/taught"
import { formatDate, formatNumber, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const teacher = orNotFound(teacherOfPage(actor, params.teacherId ?? ""))
  const { students, total } = listTeacherStudents(actor, teacher.id, readPage(request))
  return { students, pages: paged(request, total) }
}

export const handle: FramedPage = { tab: "students" }

export const meta = frameTitle(teacherFrame, (teacher) => `Students of ${teacher.name}`)

export default function TeacherStudentsPage() {
  const { id, name } = useLoadedFrame(teacherFrame)
  const { students, pages } = useLoaderData<typeof loader>()
  return (
    <TeacherStudents teacher={{ id, name }} students={students} total={pages.total}>
      <MorePages of="students" {...pages} />
    </TeacherStudents>
  )
}

type TeacherStudentsProps = {
  teacher: { id: string; name: string }
  students: readonly TaughtStudent[]
  total: number
  /** between the pages */
  children: ReactNode
}

/** A teacher's active students, with what happens in their lessons. */
function TeacherStudents({ teacher: { id, name }, students, total, children }: TeacherStudentsProps) {
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
      <DataTable
        caption={`Active students of ${name}`}
        terse="labelled"
        rows={students}
        empty={`No active students yet. Those enrolled in a class of ${name} appear here.`}
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
      {children}
    </section>
  )
}
