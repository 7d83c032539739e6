import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { AnswerFilters } from "~/components/foundation/custom-field/answer-filters"
import { answerCells, type Sorting, sortedBy } from "~/components/foundation/list-view/sorted-by"
import { ListScreen } from "~/components/overview/list-page/list-screen"
import { pageTitle } from "~/components/shell/frame"
import { TeacherFilter } from "~/components/teaching/schedule/teacher-filter"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { type Column, DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { FilterChoice, FilterForm, FilterSearch } from "~/components/ui/filter-form"
import { PageHead } from "~/components/ui/page-head"
import { Status } from "~/components/ui/status"
import { requireMember } from "~/http/guards.server"
import { changeView, type ViewedList, viewOf } from "~/http/list-view.server"
import { paged } from "~/http/page-number"
import { answerTexts } from "~/models/foundation/custom-field/answers.server"
import type { CustomField } from "~/models/foundation/custom-field/custom-field"
import type { NameOffer } from "~/models/foundation/name-search/name-search"
import { classKinds } from "~/models/teaching/class/class"
import {
  type ClassColumn,
  type ClassFilter,
  classColumns,
  classSorts,
  everyKind,
  inGroups,
  isNarrowed,
  kindLabels,
  listedColumns,
  readClassQuery,
  writeClassQuery,
} from "~/models/teaching/class/class-query"
import { nameWithStart } from "~/models/teaching/class/later-class"
import { listClassChips, listClassesWith } from "~/models/teaching/class-list/class-list.server"
import { offerTeacherAsked } from "~/models/teaching/line-offer/line-offer.server"
import { hasRenewals } from "~/models/teaching/roll-over/renewals.server"
import { countOf, formatDate, formatNumber, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"

const list: ViewedList<ClassColumn> = {
  noun: "classes",
  columns: listedColumns,
  fields: ["class"],
  read: (parameters) => writeClassQuery({ filter: readClassQuery(parameters).filter, page: 1 }),
  at: paths.classes,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  const { searchParams } = new URL(request.url)
  const isSolo = actor.school.kind === "solo"
  const opensOn = isSolo ? undefined : inGroups
  const query = readClassQuery(searchParams, opensOn)
  const { total, classes } = listClassesWith(actor, query.filter, query.page)
  const view = viewOf(actor, list, request, writeClassQuery(query))
  const answers = answerTexts(
    actor,
    view.own,
    classes.map(({ id }) => id),
  )
  const chips = listClassChips(actor, query.filter, opensOn)
  const found = {
    view,
    query,
    chips,
    isEmpty: total === 0 && !isNarrowed(query.filter) && chips.length === 0,
    pages: paged(request, total),
    classes: classes.map((each) => ({ ...each, answers: answers(each.id) })),
    shown: classes.length,
    teachers: isSolo ? undefined : offerTeacherAsked(actor, searchParams),
    isSolo,
    asksFamilies: hasRenewals(actor),
  }
  return found
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  return changeView(actor, list, request, await request.formData())
}

export const meta = pageTitle<typeof loader>((data) => (data.isSolo ? "Lessons" : "Classes"), "Classes")

export default function Classes() {
  const found = useLoaderData<typeof loader>()
  const { view, query, pages, classes, shown, isSolo, asksFamilies } = found
  const { filter } = query
  const labels = isSolo ? { title: "Lessons", one: "lesson" } : { title: "Classes", one: "class" }
  const many = labels.title.toLowerCase()
  if (found.isEmpty)
    return (
      <>
        <PageHead
          title={labels.title}
          actions={<LinkButton to={paths.newClass()}>New {labels.one}</LinkButton>}
        />
        <EmptyState
          action={
            <LinkButton to={paths.imports()} variant="primary">
              Import a roster
            </LinkButton>
          }
        >
          No {many} yet. Import a spreadsheet to add students, teachers and lesson times at once, or create a{" "}
          {labels.one}.
        </EmptyState>
      </>
    )
  return (
    <ListScreen
      noun="classes"
      view={view}
      columns={listedColumns}
      shown={shown}
      total={pages.total}
      at={paths.classes}
      chips={found.chips}
      isNarrowed={isNarrowed(filter)}
      head={
        <PageHead
          title={labels.title}
          expression={countText(pages.total, filter, labels.one, many)}
          actions={
            <>
              {asksFamilies ? <LinkButton to={paths.nextTerm()}>Next term’s answers</LinkButton> : null}{" "}
              <LinkButton to={paths.endedClasses()}>Ended {many}</LinkButton>
              <LinkButton to={paths.newClass()} variant="primary">
                New {labels.one}
              </LinkButton>
            </>
          }
        />
      }
      filters={
        <ClassFilters filter={filter} label={labels.title} fields={view.fields} teachers={found.teachers} />
      }
      empty={<NoneShown filter={filter} many={many} />}
      foot={<Pagination {...pages} />}
    >
      <ClassTable
        caption={labels.title}
        classes={classes}
        columns={view.columns}
        own={view.own}
        filter={filter}
        withTeachers={!isSolo}
      />
    </ListScreen>
  )
}

/** "51 private lessons", "60 classes and private lessons" */
function countText(total: number, { kind }: ClassFilter, one: string, many: string): string {
  if (kind === "private") return countOf(total, "private lesson")
  if (kind === "trial") return countOf(total, "trial lesson")
  return kind || one === "lesson"
    ? countOf(total, one, many)
    : `${countOf(total, one, many)} and private lessons`
}

function NoneShown({ filter, many }: { filter: ClassFilter; many: string }) {
  if (!isNarrowed(filter))
    return (
      <EmptyState
        action={<LinkButton to={paths.classes({ kind: everyKind })}>See private lessons</LinkButton>}
      >
        No {many} of several students yet. Private lessons are shown with their students.
      </EmptyState>
    )
  return (
    <EmptyState action={<LinkButton to={paths.classes()}>Clear filters</LinkButton>}>
      {`No ${many} match these filters.`}
    </EmptyState>
  )
}

type ClassFiltersProps = { filter: ClassFilter; label: string; fields: CustomField[]; teachers?: NameOffer }

/** The filters of the list, which live in the address. */
function ClassFilters({ filter, label, fields, teachers }: ClassFiltersProps) {
  return (
    <FilterForm role="search" aria-label={label}>
      <FilterSearch id="classes-q" name="q" value={filter.search} sought="Name, instrument or teacher" />
      <FilterChoice
        id="classes-kind"
        name="kind"
        label="Type"
        value={filter.kind ?? everyKind}
        choices={[
          [everyKind, "Any type"],
          [inGroups, "Groups and ensembles"],
          ...classKinds.map((kind) => [kind, kindLabels[kind]] as const),
        ]}
      />
      <FilterChoice
        id="classes-state"
        name="state"
        label="Status"
        every="Any status"
        value={filter.unscheduled ? "not-scheduled" : ""}
        choices={[["not-scheduled", "Not scheduled"]]}
      />
      {teachers ? (
        <TeacherFilter
          id="classes-teacher"
          every="Any teacher"
          value={filter.teacherId ?? ""}
          offer={teachers}
          isLabelHidden
        />
      ) : null}
      <Button>Search</Button>
      {isNarrowed(filter) ? <Link to={paths.classes()}>Clear filters</Link> : null}
      <AnswerFilters fields={fields} filter={filter.answers} />
    </FilterForm>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type Row = Loaded["classes"][number]

type ClassTableProps = {
  caption: string
  classes: Row[]
  columns: readonly ClassColumn[]
  own: readonly { id: string; name: string }[]
  filter: ClassFilter
  withTeachers: boolean
}

/** Classes with the columns that a person chose. */
function ClassTable({ caption, classes, columns, own, filter, withTeachers }: ClassTableProps) {
  const sorting: Sorting = {
    order: filter,
    usual: "name",
    to: (order) =>
      paths.classes(writeClassQuery({ filter: { ...filter, ...order } as ClassFilter, page: 1 })),
  }
  return (
    <DataTable
      caption={caption}
      terse
      rowsId="classes"
      rows={classes}
      pick={({ id, name, startsLaterOn }) => ({ value: id, label: nameWithStart(name, startsLaterOn) })}
      columns={[
        {
          label: "Name",
          sort: sortedBy(sorting, "name"),
          cell: ({ id, name, startsLaterOn }: Row) => (
            <Link to={paths.class(id)}>{nameWithStart(name, startsLaterOn)}</Link>
          ),
        },
        ...columns
          .filter((column) => withTeachers || column !== "teacher")
          .filter((column) => !filter.kind || filter.kind === inGroups || column !== "kind")
          .map((column) => ({
            label: classColumns[column],
            sort: sortable.has(column)
              ? sortedBy<Row>(sorting, column, beginsHighest.has(column))
              : undefined,
            ...shown[column],
          })),
        ...answerCells<Row>(own, sorting),
      ]}
    />
  )
}

const sortable = new Set<string>(classSorts)
const beginsHighest = new Set<string>(["enrolled", "waiting"])

const shown: Record<ClassColumn, Omit<Column<Row>, "label" | "sort">> = {
  kind: { cell: ({ kind }) => kindLabels[kind] },
  teacher: { cell: ({ teacherName }) => teacherName ?? "–" },
  room: { cell: ({ roomName }) => roomName ?? "–" },
  when: { small: "under", cell: ({ patterns }) => patterns.join("; ") || "–" },
  next: { cell: ({ nextSession }) => <NextSession next={nextSession} /> },
  enrolled: {
    small: "side",
    numeric: true,
    cell: ({ id, enrolled, capacity, waiting }) => (
      <>
        {enrolled} of {capacity}
        {waiting > 0 ? (
          <>
            <br />
            <Link className="small" to={paths.waitingList(id)}>
              {formatNumber(waiting)} waiting
            </Link>
          </>
        ) : null}
      </>
    ),
  },
  waiting: { numeric: true, cell: ({ waiting }) => (waiting > 0 ? waiting : "–") },
  status: {
    small: "below",
    beside: true,
    cell: ({ id, kind, patterns }) =>
      patterns.length > 0 || kind === "trial" ? (
        <Status head="on">Scheduled</Status>
      ) : (
        <>
          <Status head="open" tone="warn">
            Not scheduled
          </Status>{" "}
          <Link className="small" to={paths.classSchedule(id)}>
            Set a time
          </Link>
        </>
      ),
  },
}

function NextSession({ next }: { next: Row["nextSession"] }) {
  if (!next) return "–"
  return (
    <Link className="md:whitespace-nowrap" to={paths.session(next.sessionId)}>
      {`${formatDate(next.localDate, "short")}, ${formatTime(next.startTime)}`}
    </Link>
  )
}
