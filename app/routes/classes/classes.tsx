import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { ListScreen } from "~/components/overview/list-page/list-screen"
import { ClassFilters } from "~/components/teaching/class/class-filters"
import { ClassTable } from "~/components/teaching/class/class-table"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { PageHead } from "~/components/ui/page-head"
import { Pagination } from "~/components/ui/pagination"
import { requireMember } from "~/http/guards.server"
import { changeView, type ViewedList, viewOf } from "~/http/list-view.server"
import { paged } from "~/http/page-number"
import { answerTexts } from "~/models/foundation/custom-field/answers.server"
import {
  type ClassColumn,
  type ClassFilter,
  everyKind,
  inGroups,
  isNarrowed,
  listedColumns,
  readClassQuery,
  writeClassQuery,
} from "~/models/teaching/class/class-query"
import { listClassChips } from "~/models/teaching/class-list/class-chips.server"
import { listClassesWith } from "~/models/teaching/class-list/class-list.server"
import { offerTeacherAsked } from "~/models/teaching/line-offer/line-offer.server"
import { hasRenewals } from "~/models/teaching/roll-over/renewals.server"
import { countOf } from "~/utils/count-of"
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

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.isSolo ? "Lessons" : "Classes"} · Tutti` },
]

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
