import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { ColumnChoice } from "~/components/foundation/list-view/column-choice"
import { UsualFilters } from "~/components/foundation/list-view/saved-filters"
import { SelectionForm } from "~/components/overview/bulk/selection-form"
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
import { textOfQuery } from "~/models/foundation/saved-filter/list-view"
import { listActsFor } from "~/models/overview/bulk/bulk-acts.server"
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
import { CLASSES_PER_PAGE } from "~/models/teaching/class/list-classes.server"
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
  paged(request, { page: query.page, perPage: CLASSES_PER_PAGE, total })
  const { own, ...view } = viewOf(actor, list, request)
  const answers = answerTexts(
    actor,
    own,
    classes.map(({ id }) => id),
  )
  const chips = listClassChips(actor, query.filter, opensOn)
  const found = {
    ...view,
    own: own.map(({ id, name }) => ({ id, name })),
    query,
    list: textOfQuery(writeClassQuery(query)),
    acts: listActsFor(actor, "classes"),
    chips,
    isEmpty: total === 0 && !isNarrowed(query.filter) && chips.length === 0,
    total,
    classes: classes.map((each) => ({ ...each, answers: answers(each.id) })),
    shown: classes.length,
    perPage: CLASSES_PER_PAGE,
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
  const { query, acts, total, perPage, classes, shown, isSolo, asksFamilies, columns, own, fields } = found
  const result = useActionData<typeof action>()?.result
  const { filter, page } = query
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
  const at = (to: number) => paths.classes(writeClassQuery({ filter, page: to }))
  const last = Math.max(1, Math.ceil(total / perPage))
  const from = (page - 1) * perPage + 1
  return (
    <>
      <AnswerSummary formId="save-filter" result={result} />
      <PageHead
        title={labels.title}
        expression={countText(total, filter, labels.one, many)}
        actions={
          <>
            {asksFamilies ? <LinkButton to={paths.nextTerm()}>Next term’s answers</LinkButton> : null}
            <LinkButton to={paths.endedClasses()}>Ended {many}</LinkButton>
            <LinkButton to={paths.newClass()} variant="primary">
              New {labels.one}
            </LinkButton>
          </>
        }
      />
      <UsualFilters
        chips={found.chips}
        saved={found.saved}
        current={found.current}
        at={paths.classes}
        canSave={isNarrowed(filter)}
        canMessage
        result={result}
      />
      <ClassFilters filter={filter} label={labels.title} fields={fields} teachers={found.teachers} />
      {shown > 0 ? (
        <SelectionForm noun="classes" acts={acts} list={found.list} shown={shown} total={total}>
          <ClassTable
            caption={labels.title}
            classes={classes}
            columns={columns}
            own={own}
            filter={filter}
            withTeachers={!isSolo}
          />
        </SelectionForm>
      ) : (
        <NoneShown filter={filter} many={many} />
      )}
      <Pagination
        from={from}
        to={from + shown - 1}
        total={shown === 0 ? 0 : total}
        previous={page === 1 ? undefined : at(Math.min(page - 1, last))}
        next={page >= last ? undefined : at(page + 1)}
      />
      <ColumnChoice of={listedColumns} columns={columns} own={own} fields={fields} />
    </>
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
