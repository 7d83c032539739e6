import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { StudentFilters } from "~/components/people/student/student-filters"
import { StudentTable } from "~/components/people/student/student-table"
import type { RepeatedPage } from "~/components/shell/document"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { Pagination } from "~/components/ui/pagination"
import { requireMember } from "~/http/guards.server"
import { onlyInDocument } from "~/http/only-in-document"
import {
  type ListedStudent,
  listInstruments,
  listStudents,
  STUDENTS_PER_PAGE,
} from "~/models/people/student/list-students.server"
import {
  isNarrowed,
  readStudentQuery,
  type StudentQuery,
  writeStudentQuery,
} from "~/models/people/student/student"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { now } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { ageOn } from "~/utils/dates"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"

export async function loader({ request, context }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const query = readStudentQuery(new URL(request.url).searchParams)
  const { total, students } = listStudents(actor, query.filter, query.page)
  const day = today(actor.school.timeZone, now())
  const found = {
    query,
    total,
    shown: students.length,
    perPage: STUDENTS_PER_PAGE,
    students: students.map((student) => rowOf(student, day)),
    instruments: listInstruments(actor),
    teachers:
      actor.school.kind === "solo" ? undefined : listTeachers(actor).map(({ id, name }) => ({ id, name })),
  }
  return onlyInDocument(context, found, "students")
}

/** Only what the list shows is sent. */
const rowOf = (student: ListedStudent, day: string) => ({
  id: student.id,
  name: fullName(student),
  age: student.birthDate ? ageOn(student.birthDate, day) : null,
  instrument: student.instrument,
  teachers: student.teachers.join(", "),
  next: student.nextSession,
  familyName: student.familyName,
  familyChildren: student.familyChildren,
  status: student.status,
  guardianSignsIn: student.guardianSignsIn,
})

export const handle: RepeatedPage = { repeats: true }

export const meta: MetaFunction<typeof loader> = ({ location }) => [
  { title: "Students · Tutti" },
  ...(location.pathname === paths.students()
    ? []
    : [{ tagName: "link", rel: "canonical", href: paths.students() }]),
]

export default function Students() {
  const { query, total, shown, perPage, students, instruments, teachers } = useLoaderData<typeof loader>()
  const narrowed = isNarrowed(query.filter)
  if (total === 0 && !narrowed) return <NoStudents />
  return (
    <>
      <PageHead
        title="Students"
        expression={countOf(total, "student")}
        actions={
          <>
            <LinkButton to={paths.imports()}>Import a roster</LinkButton>
            <LinkButton to={paths.newStudent()} variant="primary">
              New student
            </LinkButton>
          </>
        }
      />
      <StudentFilters filter={query.filter} instruments={instruments} teachers={teachers} />
      {shown > 0 ? (
        <StudentTable students={students} withTeachers={teachers !== undefined} />
      ) : (
        <EmptyState action={<LinkButton to={paths.students()}>Clear filters</LinkButton>}>
          {total === 0 ? "No students match these filters." : "This page of the list doesn’t exist."}
        </EmptyState>
      )}
      <Pages query={query} total={total} shown={shown} perPage={perPage} />
    </>
  )
}

function NoStudents() {
  return (
    <>
      <PageHead title="Students" actions={<LinkButton to={paths.newStudent()}>New student</LinkButton>} />
      <EmptyState
        action={
          <LinkButton to={paths.imports()} variant="primary">
            Import a roster
          </LinkButton>
        }
      >
        No students yet. Import your spreadsheet with students, families, teachers and lesson times. You’ll
        see a preview before anything is saved.
      </EmptyState>
    </>
  )
}

function Pages({
  query,
  total,
  shown,
  perPage,
}: {
  query: StudentQuery
  total: number
  shown: number
  perPage: number
}) {
  const { filter, page } = query
  const at = (to: number | "all") => paths.students(writeStudentQuery({ filter, page: to }))
  const from = page === "all" ? 1 : (page - 1) * perPage + 1
  const last = Math.max(1, Math.ceil(total / perPage))
  return (
    <div className="toolbar">
      <Pagination
        from={from}
        to={from + shown - 1}
        total={shown === 0 ? 0 : total}
        previous={page === "all" || page === 1 ? undefined : at(Math.min(page - 1, last))}
        next={page === "all" || page >= last ? undefined : at(page + 1)}
      />
      <span className="ml-auto">
        {page !== "all" && total > perPage ? <Link to={at("all")}>View all on one page</Link> : null}
      </span>
      <a href={paths.studentsFile(writeStudentQuery({ filter, page: 1 }))}>Download CSV</a>
    </div>
  )
}
