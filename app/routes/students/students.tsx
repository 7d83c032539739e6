import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { NoStudents } from "~/components/money/student-list/no-students"
import { StudentFilters } from "~/components/money/student-list/student-filters"
import { StudentTable } from "~/components/money/student-list/student-table"
import { ListScreen } from "~/components/overview/list-page/list-screen"
import { PeopleTabs } from "~/components/people/family/people-tabs"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { Pagination } from "~/components/ui/pagination"
import { requireMember } from "~/http/guards.server"
import { changeView, type ViewedList, viewOf } from "~/http/list-view.server"
import { paged } from "~/http/page-number"
import type { Actor } from "~/models/foundation/access/actor"
import { listChips, listIdsWith } from "~/models/money/student-list/list-students-with.server"
import { listedColumns, type StudentColumn } from "~/models/money/student-list/student-columns"
import { rowsOfStudents } from "~/models/money/student-list/student-facts.server"
import { readListPage } from "~/models/overview/list-page/list-page.server"
import { countStudents, listInstruments } from "~/models/people/student/list-students.server"
import {
  isNarrowed,
  readStudentQuery,
  type StudentFilter,
  writeStudentQuery,
} from "~/models/people/student/student"
import { offerTeacherAsked } from "~/models/teaching/line-offer/line-offer.server"
import { todayOf } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { pagesOf } from "~/utils/page-number"
import { paths } from "~/utils/paths"

/** More are seen in pages: a table of thousands holds up everyone while it is drawn. The CSV has all of them. */
const mostOnOnePage = 1000

const list: ViewedList<StudentColumn> = {
  noun: "students",
  columns: listedColumns,
  fields: ["student"],
  read: (parameters) => writeStudentQuery({ filter: readStudentQuery(parameters).filter, page: 1 }),
  at: paths.students,
  asksForAmounts: (parameters) => parameters.has("balance"),
}

/** Whether more pass a filter than are shown on one page, whatever their order. */
const isLong = (actor: Actor, filter: StudentFilter): boolean =>
  countStudents(actor, {}) > mostOnOnePage &&
  listIdsWith(actor, { ...filter, sort: undefined, isReversed: undefined }, "all").length > mostOnOnePage

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const { searchParams } = new URL(request.url)
  const asked = readStudentQuery(searchParams)
  const query = asked.page === "all" && isLong(actor, asked.filter) ? { ...asked, page: 1 } : asked
  const view = viewOf(actor, list, request, writeStudentQuery(query))
  const { total, students } = await readListPage(
    actor,
    "students",
    new URLSearchParams(view.list),
    request.signal,
  )
  const day = todayOf(actor)
  const teachers = actor.school.kind === "solo" ? undefined : offerTeacherAsked(actor, searchParams)
  const found = {
    query,
    view,
    chips: listChips(actor, query.filter),
    pages: query.page === "all" ? pagesOf(1, total, Math.max(1, total)) : paged(request, total),
    shown: students.length,
    students: rowsOfStudents(actor, students, view.columns, day, view.own),
    instruments: listInstruments(actor),
    currency: actor.school.currency,
    teachers,
  }
  return found
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  return changeView(actor, list, request, await request.formData())
}

export const meta: MetaFunction<typeof loader> = ({ location }) => [
  { title: "Students · Tutti" },
  ...(location.pathname === paths.students()
    ? []
    : [{ tagName: "link", rel: "canonical", href: paths.students() }]),
]

export default function Students() {
  const found = useLoaderData<typeof loader>()
  const { view, query, pages, shown, students, currency } = found
  const { filter } = query
  const narrowed = isNarrowed(filter)
  if (pages.total === 0 && !narrowed) return <NoStudents />
  return (
    <ListScreen
      noun="students"
      view={view}
      columns={listedColumns}
      shown={shown}
      total={pages.total}
      at={paths.students}
      chips={found.chips}
      isNarrowed={narrowed}
      head={
        <>
          <PageHead
            title="Students"
            expression={countOf(pages.total, "student")}
            actions={
              <>
                <LinkButton to={paths.portalAccess()}>Portal access</LinkButton>
                <LinkButton to={paths.imports()}>Import a roster</LinkButton>
                <LinkButton to={paths.newStudent()} variant="primary">
                  New student
                </LinkButton>
              </>
            }
          />
          <PeopleTabs current="students" />
        </>
      }
      filters={
        <StudentFilters
          filter={filter}
          instruments={found.instruments}
          teachers={found.teachers}
          fields={view.fields}
        />
      }
      empty={
        <EmptyState action={<LinkButton to={paths.students()}>Clear filters</LinkButton>}>
          No students match these filters.
        </EmptyState>
      }
      foot={
        <div className="toolbar">
          <Pagination {...pages} />
          <span className="ml-auto">
            {pages.last > 1 && pages.total <= mostOnOnePage ? (
              <Link to={paths.students(writeStudentQuery({ filter, page: "all" }))}>
                View all on one page
              </Link>
            ) : null}
          </span>{" "}
          <Link to={paths.emergencySheet()}>Emergency sheet</Link>{" "}
          <Link to={paths.duplicates()}>Possible duplicates</Link>{" "}
          <Link to={paths.returnedEmails()}>Returned emails</Link>{" "}
          <a href={paths.studentsFile(writeStudentQuery({ filter, page: 1 }))}>Download CSV</a>
        </div>
      }
    >
      <StudentTable
        students={students}
        columns={view.columns}
        own={view.own}
        filter={filter}
        currency={currency}
      />
    </ListScreen>
  )
}
