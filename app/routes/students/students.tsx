import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { AnswerFields } from "~/components/foundation/custom-field/answer-filters"
import { StudentTable } from "~/components/money/student-list/student-table"
import { ListScreen } from "~/components/overview/list-page/list-screen"
import { PeopleTabs } from "~/components/people/family/people-tabs"
import { TeacherSearch } from "~/components/teaching/schedule/teacher-filter"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { EmptyState, Pagination } from "~/components/ui/data-table"
import { FilterForm, FilterSearch, FilterSelect, MoreFilters } from "~/components/ui/filter-form"
import { useHasRight } from "~/components/ui/limits"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { changeView, type ViewedList, viewOf } from "~/http/list-view.server"
import { paged } from "~/http/page-number"
import type { Actor } from "~/models/foundation/access/actor"
import { fieldParameter } from "~/models/foundation/custom-field/answer-filter"
import type { CustomField } from "~/models/foundation/custom-field/custom-field"
import type { NameChoice, NameOffer } from "~/models/foundation/name-search/name-search"
import { listChips, listIdsWith } from "~/models/money/student-list/list-students-with.server"
import { listedColumns, type StudentColumn } from "~/models/money/student-list/student-columns"
import { rowsOfStudents } from "~/models/money/student-list/student-facts.server"
import { readListPage } from "~/models/overview/list-page/list-page.server"
import { countStudents, listInstruments } from "~/models/people/student/list-students.server"
import {
  isNarrowed,
  readStudentQuery,
  type StudentFilter,
  statusChoices,
  studentSorts,
  studentTraits,
  traitNames,
  writeStudentQuery,
} from "~/models/people/student/student"
import { offerTeacherAsked } from "~/models/teaching/line-offer/line-offer.server"
import { todayOf } from "~/utils/clock.server"
import { countOf } from "~/utils/formats"
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

/** The list of a school that has no students yet. */
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

type FiltersProps = {
  filter: StudentFilter
  instruments: readonly string[]
  /** Absent for a solo teacher. */
  teachers?: NameOffer
  /** the school's own */
  fields: CustomField[]
}

const teacherId = "students-teacher"
const instrumentId = "students-instrument"

/** What the list is narrowed to. The filters live in the address. */
function StudentFilters({ filter, instruments, teachers, fields }: FiltersProps) {
  const seesBalances = useHasRight()("invoice:read")
  const traits = traitNames.filter((trait) => trait !== "balance" || seesBalances)
  return (
    <FilterForm role="search" aria-label="Students">
      <label className="visually-hidden" htmlFor="students-q">
        Name, student ID, guardian or email
      </label>
      <FilterSearch id="students-q" name="q" value={filter.search} placeholder="Name, ID or guardian" />
      <Choice name="status" label="Status" every="Any status" value={filter.status} choices={statusChoices} />
      <MoreFilters
        isOpen={isNarrowedFurther(filter) || Boolean(teachers?.search)}
        near={
          <>
            <InstrumentChoice value={filter.instrument} instruments={instruments} />
            {teachers?.isSearched ? (
              <TeacherSearch
                id={teacherId}
                every="Any teacher"
                value={filter.teacherId ?? ""}
                offer={teachers}
              />
            ) : null}
            {teachers && !teachers.isSearched ? (
              <TeacherChoice value={filter.teacherId} choices={teachers.choices} />
            ) : null}
          </>
        }
      >
        {traits.map((trait) => (
          <Choice
            key={trait}
            name={trait}
            label={traitLabels[trait].label}
            every={traitLabels[trait].every}
            value={filter.traits?.[trait]}
            choices={Object.entries(studentTraits[trait]).map(([value, label]) => ({ value, label }))}
          />
        ))}
        <Choice
          name="sort"
          label="Sort by"
          value={filter.sort ?? "name"}
          choices={[
            ...Object.entries(studentSorts).filter(([sort]) => sort !== "balance" || seesBalances),
            ...fields.map(({ id, name }) => [fieldParameter(id), name] as const),
          ].map(([value, label]) => ({ value, label: `Sort: ${label}` }))}
        />
        <AnswerFields fields={fields} filter={filter.answers} />
      </MoreFilters>
      <Button>Search</Button>
      {isNarrowed(filter) ? <Link to={paths.students()}>Clear filters</Link> : null}
    </FilterForm>
  )
}

const isNarrowedFurther = ({ instrument, teacherId, traits, answers }: StudentFilter): boolean =>
  Boolean(instrument || teacherId || answers || (traits && Object.values(traits).some(Boolean)))

const traitLabels = {
  balance: { label: "Balance", every: "Any balance" },
  portal: { label: "Portal", every: "Any portal access" },
  credits: { label: "Credits", every: "Any credits" },
  next: { label: "Next lesson", every: "Any next lesson" },
}

function TeacherChoice({ choices, value }: { choices: NameChoice[]; value?: string }) {
  return (
    <Choice
      id={teacherId}
      name="teacher"
      label="Teacher"
      every="Any teacher"
      value={value}
      choices={choices}
    />
  )
}

function InstrumentChoice({ instruments, value }: { instruments: readonly string[]; value?: string }) {
  return (
    <Choice
      id={instrumentId}
      name="instrument"
      label="Instrument"
      every="Any instrument"
      value={value}
      choices={instruments.map((instrument) => ({ value: instrument, label: instrument }))}
    />
  )
}

type ChoiceProps = {
  id?: string
  name: string
  label: string
  /** the label of the option that filters nothing */
  every?: string
  value?: string
  choices: { value: string; label: string }[]
}

function Choice({ id, name, label, every, value, choices }: ChoiceProps) {
  return (
    <FilterSelect
      id={id}
      name={name}
      aria-label={label}
      className="flex-auto sm:max-w-42 sm:flex-none"
      value={value ?? ""}
    >
      {every ? <option value="">{every}</option> : null}
      {choices.map((choice) => (
        // Without a value, an option sends its text.
        <option key={choice.value} value={choice.value === choice.label ? undefined : choice.value}>
          {choice.label}
        </option>
      ))}
    </FilterSelect>
  )
}
