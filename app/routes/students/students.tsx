import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { ColumnChoice } from "~/components/foundation/list-view/column-choice"
import { UsualFilters } from "~/components/foundation/list-view/saved-filters"
import { NoStudents } from "~/components/money/student-list/no-students"
import { StudentFilters } from "~/components/money/student-list/student-filters"
import { StudentTable } from "~/components/money/student-list/student-table"
import { SelectionForm } from "~/components/overview/bulk/selection-form"
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
import { textOfQuery } from "~/models/foundation/saved-filter/list-view"
import { listIdsWith } from "~/models/money/student-list/list-students-with.server"
import { listChips } from "~/models/money/student-list/student-chips.server"
import { listedColumns, type StudentColumn } from "~/models/money/student-list/student-columns"
import { rowsOfStudents } from "~/models/money/student-list/student-rows.server"
import { listActsFor } from "~/models/overview/bulk/bulk-acts.server"
import { readListPage } from "~/models/overview/list-page/list-page.server"
import {
  countStudents,
  listInstruments,
  STUDENTS_PER_PAGE,
} from "~/models/people/student/list-students.server"
import {
  isNarrowed,
  readStudentQuery,
  type StudentFilter,
  type StudentQuery,
  writeStudentQuery,
} from "~/models/people/student/student"
import { offerTeacherAsked } from "~/models/teaching/line-offer/line-offer.server"
import { now } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"

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
  const { total, students } = await readListPage(
    actor,
    "students",
    new URLSearchParams(textOfQuery(writeStudentQuery(query))),
    request.signal,
  )
  if (query.page !== "all") paged(request, { page: query.page, perPage: STUDENTS_PER_PAGE, total })
  const day = today(actor.school.timeZone, now())
  const view = viewOf(actor, list, request)
  const { columns, fields, own } = view
  const teachers = actor.school.kind === "solo" ? undefined : offerTeacherAsked(actor, searchParams)
  const found = {
    query,
    ...view,
    own: own.map(({ id, name }) => ({ id, name })),
    chips: listChips(actor, query.filter),
    list: textOfQuery(writeStudentQuery(query)),
    acts: listActsFor(actor, "students", fields),
    total,
    shown: students.length,
    perPage: STUDENTS_PER_PAGE,
    students: rowsOfStudents(actor, students, columns, day, own),
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
  const { query, columns, list, acts, total, shown, perPage, students, currency } = found
  const result = useActionData<typeof action>()?.result
  const narrowed = isNarrowed(query.filter)
  if (total === 0 && !narrowed) return <NoStudents />
  return (
    <>
      <AnswerSummary formId="save-filter" result={result} />
      <PageHead
        title="Students"
        expression={countOf(total, "student")}
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
      <UsualFilters
        chips={found.chips}
        saved={found.saved}
        current={found.current}
        at={paths.students}
        canMessage
        canSave={narrowed}
        result={result}
      />
      <StudentFilters
        filter={query.filter}
        instruments={found.instruments}
        teachers={found.teachers}
        fields={found.fields}
      />
      {shown > 0 ? (
        <SelectionForm noun="students" acts={acts} list={list} shown={shown} total={total}>
          <StudentTable
            students={students}
            columns={columns}
            own={found.own}
            filter={query.filter}
            currency={currency}
          />
        </SelectionForm>
      ) : (
        <EmptyState action={<LinkButton to={paths.students()}>Clear filters</LinkButton>}>
          {total === 0 ? "No students match these filters." : "This page of the list doesn’t exist."}
        </EmptyState>
      )}
      <Pages query={query} total={total} shown={shown} perPage={perPage} />
      <ColumnChoice of={listedColumns} columns={columns} own={found.own} fields={found.fields} />
    </>
  )
}

type PagesProps = { query: StudentQuery; total: number; shown: number; perPage: number }

function Pages({ query, total, shown, perPage }: PagesProps) {
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
        {page !== "all" && total > perPage && total <= mostOnOnePage ? (
          <Link to={at("all")}>View all on one page</Link>
        ) : null}
      </span>
      <Link to={paths.emergencySheet()}>Emergency sheet</Link>
      <Link to={paths.duplicates()}>Possible duplicates</Link>
      <Link to={paths.returnedEmails()}>Returned emails</Link>
      <a href={paths.studentsFile(writeStudentQuery({ filter, page: 1 }))}>Download CSV</a>
    </div>
  )
}
