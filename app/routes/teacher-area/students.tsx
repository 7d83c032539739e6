import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { FindBar } from "~/components/overview/teacher-area/find-bar"
import { framed } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { DataTable, MorePages } from "~/components/ui/data-table"
import { orNotFound, requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { listOwnStudents } from "~/models/overview/teacher-area/own-students.server"
import { alertsOf, attendanceText } from "~/models/overview/teacher-area/taught"
import { readStudentQuery } from "~/models/people/student/student"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { todayOf } from "~/utils/clock.server"
import { ageOn } from "~/utils/dates"
import { countOf, formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teaching:read")
  const own = orNotFound(findOwnTeacher(actor))
  const { search } = readStudentQuery(new URL(request.url).searchParams).filter
  const { total, students } = listOwnStudents(actor, own.id, { search, page: readPage(request) })
  const day = todayOf(actor)
  return {
    search,
    pages: paged(request, total),
    total,
    students: students.map(
      ({ id, name, birthDate, instrument, level, medicalNotes, nextSession, ...facts }) => ({
        id,
        name,
        learns: [birthDate ? `Age ${ageOn(birthDate, day)}` : null, instrument, level]
          .filter(Boolean)
          .join(", "),
        medicalNotes,
        nextSession,
        attendance: attendanceText(facts),
        alerts: alertsOf({ ...facts, nextSession }).join("; "),
      }),
    ),
  }
}

export const { handle, meta } = framed<typeof loader>({
  title: "My students",
  head: ({ total }) => ({ expression: countOf(total, "student") }),
})

export default function OwnStudents() {
  const { search, pages, total, students } = useLoaderData<typeof loader>()
  return (
    <>
      {total > 0 || search ? (
        <FindBar
          label="My students"
          hint="Name or guardian"
          search={search}
          clearTo={paths.teacherStudents()}
        />
      ) : null}
      <DataTable
        caption="My students"
        rows={students}
        empty={
          search
            ? `No students match “${search}.”`
            : "No students yet. They appear here once they’re enrolled in your classes."
        }
        emptyAction={search ? <LinkButton to={paths.teacherStudents()}>Clear search</LinkButton> : undefined}
        columns={[
          { label: "Name", cell: ({ id, name }) => <Link to={paths.teacherStudent(id)}>{name}</Link> },
          { label: "Details", cell: ({ learns }) => learns || "–" },
          {
            label: "Next lesson",
            cell: ({ nextSession }) =>
              nextSession
                ? `${formatDate(nextSession.localDate, "short")}, ${formatTime(nextSession.startTime)}`
                : "–",
          },
          { label: "This term", cell: ({ attendance }) => attendance },
          {
            label: "Alerts",
            cell: ({ medicalNotes, alerts }) =>
              medicalNotes || alerts ? (
                <>
                  {medicalNotes ? <span className="bad">Medical: {medicalNotes} </span> : null}
                  {alerts}
                </>
              ) : (
                "–"
              ),
          },
        ]}
      />
      <MorePages {...pages} />
      {total > 0 ? (
        <p>
          <Link to={paths.ownEmergencySheet()}>Emergency sheet</Link>
        </p>
      ) : null}
    </>
  )
}
