import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { AnswerFilters } from "~/components/foundation/custom-field/answer-filters"
import { answerCells, type Sorting, sortedBy } from "~/components/foundation/list-view/sorted-by"
import { ListScreen } from "~/components/overview/list-page/list-screen"
import { signInStatus } from "~/components/people/student-account/sign-in-status"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { type Column, DataTable, EmptyState, MorePages } from "~/components/ui/data-table"
import { FilterChoice, FilterForm, FilterSearch } from "~/components/ui/filter-form"
import { PageHead } from "~/components/ui/page-head"
import { PhoneLink } from "~/components/ui/phone-link"
import { Status } from "~/components/ui/status"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intents } from "~/http/intents.server"
import { changeView, type ViewedList, viewOf } from "~/http/list-view.server"
import { paged, readPage } from "~/http/page-number"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import { answerTexts } from "~/models/foundation/custom-field/answers.server"
import type { CustomField } from "~/models/foundation/custom-field/custom-field"
import { countWaitingWork } from "~/models/money/pay/entered-work.server"
import type { SignInState } from "~/models/people/invitation/student-sign-ins"
import { listTeachersInstruments, listTeachersWith } from "~/models/people/teacher/list-teachers.server"
import {
  isNarrowed,
  listedColumns,
  readTeacherQuery,
  type TeacherColumn,
  type TeacherFilter,
  teacherColumns,
  teacherSorts,
  writeTeacherQuery,
} from "~/models/people/teacher/teacher-query"
import {
  listFormerTeachers,
  reactivateTeacher,
} from "~/models/teaching/teacher-leaving/deactivate-teacher.server"
import { countRequests } from "~/models/teaching/teacher-time/count-requests.server"
import { countOf, formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"

const list: ViewedList<TeacherColumn> = {
  noun: "teachers",
  columns: listedColumns,
  fields: ["teacher"],
  read: (parameters) => writeTeacherQuery(readTeacherQuery(parameters)),
  at: paths.teachers,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const { planName, teachers: spots } = findPlanUsage(actor)
  const filter = readTeacherQuery(new URL(request.url).searchParams)
  const page = readPage(request)
  const { total, listed, teachers } = listTeachersWith(actor, filter, page)
  const asked = { ...writeTeacherQuery(filter), page: page > 1 ? String(page) : undefined }
  const view = viewOf(actor, list, request, asked)
  const answers = answerTexts(
    actor,
    view.own,
    teachers.map(({ id }) => id),
  )
  const found = {
    view,
    filter,
    total,
    pages: paged(request, listed),
    former: listFormerTeachers(actor).map(({ id, name }) => ({ id, name })),
    teachers: teachers.map(({ memberId: _, ...teacher }) => ({ ...teacher, answers: answers(teacher.id) })),
    shown: teachers.length,
    instruments: listTeachersInstruments(actor),
    requests: countRequests(actor),
    waitingWork: countWaitingWork(actor),
    spots: spots.limit === null ? null : `${spots.used} of ${countOf(spots.limit, "teacher")} on ${planName}`,
  }
  return found
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  return intents(request, paths.teachers(), {
    reactivate: act({
      run: (form) => reactivateTeacher(actor, idIn(form, "teacherId")),
      refusals: {
        "limit-reached": "Your plan has no teacher spot left. Upgrade or deactivate another teacher first.",
      },
      saved: ({ name }) => `${name} reactivated. Assign classes on each class’s page.`,
    }),
    else: (form) => changeView(actor, list, request, form),
  })
}

export const meta: MetaFunction = () => [{ title: "Teachers · Tutti" }]

export default function Teachers() {
  const found = useLoaderData<typeof loader>()
  const { view, teachers, shown, total, pages, former, requests, waitingWork, spots, filter } = found
  const head = (
    <>
      <PageHead
        title="Teachers"
        expression={total > 0 ? (spots ?? countOf(total, "teacher")) : undefined}
        actions={
          total > 0 ? (
            <>
              <LinkButton to={paths.absences()}>Absences</LinkButton>
              <LinkButton to={paths.pay()}>Teacher pay</LinkButton>
              <LinkButton to={paths.newTeacher()} variant="primary">
                New teacher
              </LinkButton>
            </>
          ) : undefined
        }
      />
      {waitingWork > 0 ? (
        <CalloutText>
          {countOf(waitingWork, "entry of extra work waits", "entries of extra work wait")} for your answer.{" "}
          <Link to={paths.extraWork()}>Answer {waitingWork === 1 ? "it" : "them"}</Link>
        </CalloutText>
      ) : null}
      {requests > 0 ? (
        <CalloutText tone="amber">
          {countOf(requests, "request for time off waits", "requests for time off wait")} for your answer.{" "}
          <Link to={`${paths.absences()}#requests`}>Answer {requests === 1 ? "it" : "them"}</Link>
        </CalloutText>
      ) : null}
    </>
  )
  return (
    <>
      {total > 0 ? (
        <ListScreen
          noun="teachers"
          view={view}
          columns={listedColumns}
          shown={shown}
          total={pages.total}
          at={paths.teachers}
          isNarrowed={isNarrowed(filter)}
          head={head}
          filters={<TeacherFilters filter={filter} fields={view.fields} instruments={found.instruments} />}
          empty={
            <EmptyState action={<LinkButton to={paths.teachers()}>Clear filters</LinkButton>}>
              No teachers match these filters.
            </EmptyState>
          }
          foot={<MorePages of="teachers" {...pages} />}
        >
          <TeacherTable teachers={teachers} columns={view.columns} own={view.own} filter={filter} />
        </ListScreen>
      ) : (
        <>
          {head}
          <EmptyState
            action={
              <LinkButton to={paths.newTeacher()} variant="primary">
                New teacher
              </LinkButton>
            }
          >
            No teachers yet. Add one to assign classes.
          </EmptyState>
        </>
      )}
      <p className="buttons">
        {pages.total + former.length > 1 ? (
          <Link to={paths.duplicates({ of: "teacher" })}>Possible duplicates</Link>
        ) : null}{" "}
        {pages.total > 0 ? <a href={paths.teachersFile(writeTeacherQuery(filter))}>Download CSV</a> : null}
      </p>
      <FormerTeachers teachers={former} />
    </>
  )
}

type TeacherFiltersProps = {
  filter: TeacherFilter
  fields: CustomField[]
  /** What the teachers teach. */
  instruments: string[]
}

/** What the list is narrowed to; it lives in the address. */
function TeacherFilters({ filter, fields, instruments }: TeacherFiltersProps) {
  return (
    <FilterForm role="search" aria-label="Teachers">
      <FilterSearch id="teachers-q" name="q" value={filter.search} sought="Name, email or instrument" />
      {instruments.length > 1 || filter.instrument ? (
        <FilterChoice
          id="teachers-instrument"
          name="instrument"
          label="Instrument"
          every="All instruments"
          value={filter.instrument}
          choices={withChosen(instruments, filter.instrument).map((name) => [name, name] as const)}
        />
      ) : null}
      <Button>Search</Button>
      {isNarrowed(filter) ? <Link to={paths.teachers()}>Clear filters</Link> : null}
      <AnswerFilters fields={fields} filter={filter.answers} />
    </FilterForm>
  )
}

/** What the address asks for is in the list, even when no one teaches it. */
const withChosen = (names: string[], chosen: string | undefined): string[] =>
  chosen && !names.includes(chosen) ? [...names, chosen] : names

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type TeacherRow = Loaded["teachers"][number]

type TeacherTableProps = {
  teachers: TeacherRow[]
  columns: readonly TeacherColumn[]
  own: readonly { id: string; name: string }[]
  filter: TeacherFilter
}

/** Teachers with the columns that a person chose. On a phone: the name over the instruments, the next lesson over the login. */
function TeacherTable({ teachers, columns, own, filter }: TeacherTableProps) {
  const sorting: Sorting = {
    order: filter,
    usual: "name",
    to: (order) => paths.teachers(writeTeacherQuery({ ...filter, ...order } as TeacherFilter)),
  }
  return (
    <DataTable
      caption="Teachers"
      terse
      rowsId="teachers"
      rows={teachers}
      pick={({ id, name }) => ({ value: id, label: name })}
      columns={[
        {
          label: "Name",
          sort: sortedBy(sorting, "name"),
          cell: ({ id, name }: TeacherRow) => <Link to={paths.teacher(id)}>{name}</Link>,
        },
        ...columns.map((column) => ({
          label: teacherColumns[column],
          sort: sortable.has(column)
            ? sortedBy<TeacherRow>(sorting, column, column === "students")
            : undefined,
          ...shown[column],
        })),
        ...answerCells<TeacherRow>(own, sorting),
      ]}
    />
  )
}

const sortable = new Set<string>(teacherSorts)

const shown: Record<TeacherColumn, Omit<Column<TeacherRow>, "label" | "sort">> = {
  instruments: { small: "under", cell: ({ instruments }) => instruments ?? "–" },
  phone: { cell: ({ phone }) => (phone ? <PhoneLink number={phone} /> : "–") },
  email: { cell: ({ email }) => (email ? <a href={`mailto:${email}`}>{email}</a> : "–") },
  students: {
    numeric: true,
    cell: ({ id, activeStudents }) => (
      <Link to={paths.students({ teacher: id, status: "active" })}>{activeStudents}</Link>
    ),
  },
  next: {
    small: "side",
    cell: ({ nextSession: next }) =>
      next ? (
        <Link className="md:whitespace-nowrap" to={paths.session(next.sessionId)}>
          {formatDate(next.localDate, "short")}, {formatTime(next.startTime)}
        </Link>
      ) : (
        "–"
      ),
  },
  login: { small: "below", cell: ({ account }) => <Account state={account} /> },
}

function Account({ state }: { state: SignInState }) {
  const { head, tone, label } = signInStatus(state)
  const [first, ...rest] = label.split(", ")
  return (
    <Status head={head} tone={tone}>
      {first}
      {rest.length > 0 ? <span className="only-wide">, {rest.join(", ")}</span> : null}
    </Status>
  )
}

/** Teachers who left, each with a button that takes them back. Renders nothing without any. */
function FormerTeachers({ teachers }: { teachers: { id: string; name: string }[] }) {
  if (teachers.length === 0) return null
  return (
    <details className="disclosure">
      <summary>Deactivated teachers ({teachers.length})</summary>
      <ul className="section">
        {teachers.map(({ id, name }) => (
          <li key={id}>
            <PostForm className="toolbar" sends={{ intent: "reactivate", teacherId: id }}>
              <Link to={paths.teacher(id)}>{name}</Link>
              <SubmitButton variant="secondary" pending="Reactivating…">
                Reactivate {name}
              </SubmitButton>
              <Link to={paths.eraseTeacher(id)}>
                Erase<span className="visually-hidden"> {name}</span>
              </Link>
            </PostForm>
          </li>
        ))}
      </ul>
    </details>
  )
}
