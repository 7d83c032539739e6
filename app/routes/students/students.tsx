import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { NoStudents } from "~/components/money/student-list/no-students"
import { ColumnChoice, SavedFilters } from "~/components/money/student-list/saved-filters"
import { StudentFilters } from "~/components/money/student-list/student-filters"
import { StudentTable } from "~/components/money/student-list/student-table"
import { SelectionForm } from "~/components/overview/bulk/selection-form"
import { PeopleTabs } from "~/components/people/family/people-tabs"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { Pagination } from "~/components/ui/pagination"
import { redirectAfterDeleting } from "~/http/deleted-toast.server"
import { requireMember } from "~/http/guards.server"
import { onlyInDocument } from "~/http/only-in-document"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { answerColumns, fieldParameter } from "~/models/foundation/custom-field/answer-filter"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import {
  chooseColumns,
  findColumns,
  listSavedFilters,
  removeFilter,
  saveFilter,
} from "~/models/foundation/saved-filter/saved-filter.server"
import { SaveFilterForm } from "~/models/foundation/saved-filter/saved-filter-form"
import { listStudentsWith } from "~/models/money/student-list/list-students-with.server"
import { listChips } from "~/models/money/student-list/student-chips.server"
import { readColumns } from "~/models/money/student-list/student-columns"
import { rowsOfStudents } from "~/models/money/student-list/student-rows.server"
import { listActsFor } from "~/models/overview/bulk/bulk-acts.server"
import { listInstruments, STUDENTS_PER_PAGE } from "~/models/people/student/list-students.server"
import {
  isNarrowed,
  readStudentQuery,
  type StudentQuery,
  writeStudentQuery,
} from "~/models/people/student/student"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { now } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"
import type { RepeatedPage } from "~/utils/repeated-page"
import { today } from "~/utils/zones"

export async function loader({ request, context }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const query = readStudentQuery(new URL(request.url).searchParams)
  const { total, students } = listStudentsWith(actor, query.filter, query.page)
  const day = today(actor.school.timeZone, now())
  const chosen = findColumns(actor, "students")
  const columns = readColumns(chosen)
  const fields = listFields(actor, "student")
  const own = answerColumns(fields, chosen)
  const found = {
    query,
    columns,
    fields,
    own: own.map(({ id, name }) => ({ id, name })),
    saved: listSavedFilters(actor, "students"),
    chips: listChips(actor, query.filter),
    list: textOf(query.filter, query.page),
    acts: listActsFor(actor, "students", fields),
    total,
    shown: students.length,
    perPage: STUDENTS_PER_PAGE,
    students: rowsOfStudents(actor, students, columns, day, own),
    instruments: listInstruments(actor),
    currency: actor.school.currency,
    teachers:
      actor.school.kind === "solo" ? undefined : listTeachers(actor).map(({ id, name }) => ({ id, name })),
  }
  return onlyInDocument(context, found, "students")
}

/** Filters as text, always in the same order, so that equal ones are equal texts. */
const textOf = (filter: StudentQuery["filter"], page: StudentQuery["page"] = 1): string =>
  new URLSearchParams(
    Object.entries(writeStudentQuery({ filter, page })).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  ).toString()

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const form = await request.formData()
  const here = new URL(request.url)
  const back = paths.students(Object.fromEntries(here.searchParams))
  const intent = form.get("intent")
  if (intent === "columns" || intent === "usual-columns") {
    const chosen = form.getAll("column").map(String)
    const own = answerColumns(listFields(actor, "student"), chosen).map(({ id }) => fieldParameter(id))
    chooseColumns(actor, "students", intent === "columns" ? [...readColumns(chosen), ...own] : [])
    return redirectWithToast(back, intent === "columns" ? "Columns saved." : "Columns reset.")
  }
  if (intent === "remove-filter") {
    const filterId = String(form.get("filter") ?? "")
    const removed = removeFilter(actor, filterId)
    if (!removed.ok) throw notFound()
    return redirectAfterDeleting(paths.students(), `Filter “${removed.name}” removed.`, filterId)
  }
  if (intent !== "save-filter") throw notFound()
  const submission = readForm(form, { schema: SaveFilterForm })
  if (submission.status !== "success") return invalid(submission)
  const { name, query, shared } = submission.value
  const { filter } = readStudentQuery(new URLSearchParams(query))
  const saved = saveFilter(actor, { noun: "students", name, query: textOf(filter), isShared: shared })
  if (!saved.ok)
    return invalid(submission, { name: "You have 30 saved filters. Remove one to save another." }, 409)
  return redirectWithToast(paths.students(writeStudentQuery({ filter, page: 1 })), `Filter “${name}” saved.`)
}

export const handle: RepeatedPage = { repeats: true }

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
      <SavedFilters
        chips={found.chips}
        saved={found.saved}
        current={textIn(query)}
        canSave={narrowed && !found.chips.some(({ isCurrent }) => isCurrent)}
        problems={{ name: result?.error?.name?.[0], shared: result?.error?.shared?.[0] }}
        typed={String(result?.initialValue?.name ?? "")}
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
      <ColumnChoice columns={columns} own={found.own} fields={found.fields} />
    </>
  )
}

const textIn = ({ filter }: StudentQuery) => textOf(filter)

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
        {page !== "all" && total > perPage ? <Link to={at("all")}>View all on one page</Link> : null}
      </span>
      <Link to={paths.emergencySheet()}>Emergency sheet</Link>
      <Link to={paths.duplicates()}>Possible duplicates</Link>
      <Link to={paths.returnedEmails()}>Returned emails</Link>
      <a href={paths.studentsFile(writeStudentQuery({ filter, page: 1 }))}>Download CSV</a>
    </div>
  )
}
