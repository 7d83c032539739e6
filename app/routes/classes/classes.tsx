import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { SelectionForm } from "~/components/overview/bulk/selection-form"
import { ClassFilters } from "~/components/teaching/class/class-filters"
import { ClassTable } from "~/components/teaching/class/class-table"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { PageHead } from "~/components/ui/page-head"
import { Pagination } from "~/components/ui/pagination"
import { requireMember } from "~/http/guards.server"
import { listActsFor } from "~/models/overview/bulk/bulk-acts.server"
import { isNarrowed, readClassQuery, writeClassQuery } from "~/models/teaching/class/class-query"
import { CLASSES_PER_PAGE, listClasses } from "~/models/teaching/class/list-classes.server"
import { hasRenewals } from "~/models/teaching/roll-over/renewals.server"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"
import type { RepeatedPage } from "~/utils/repeated-page"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  const query = readClassQuery(new URL(request.url).searchParams)
  const { total, classes } = listClasses(actor, query.filter, query.page)
  return {
    query,
    list: new URL(request.url).searchParams.toString().slice(0, 2000),
    acts: listActsFor(actor, "classes"),
    total,
    classes,
    perPage: CLASSES_PER_PAGE,
    isSolo: actor.school.kind === "solo",
    asksFamilies: hasRenewals(actor),
  }
}

export const handle: RepeatedPage = { repeats: true }

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.isSolo ? "Lessons" : "Classes"} · Tutti` },
]

export default function Classes() {
  const { query, list, acts, total, perPage, classes, isSolo, asksFamilies } = useLoaderData<typeof loader>()
  const { filter, page } = query
  const labels = isSolo ? { title: "Lessons", one: "lesson" } : { title: "Classes", one: "class" }
  const many = labels.title.toLowerCase()
  if (total === 0 && !isNarrowed(filter))
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
      <PageHead
        title={labels.title}
        expression={countOf(total, labels.one, many)}
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
      <ClassFilters filter={filter} label={labels.title} />
      {classes.length > 0 ? (
        <SelectionForm noun="classes" acts={acts} list={list} shown={classes.length} total={total}>
          <ClassTable caption={labels.title} classes={classes} withTeachers={!isSolo} />
        </SelectionForm>
      ) : (
        <EmptyState action={<LinkButton to={paths.classes()}>Clear filters</LinkButton>}>
          {total === 0 ? `No ${many} match these filters.` : "This page of the list is empty."}
        </EmptyState>
      )}
      <Pagination
        from={from}
        to={from + classes.length - 1}
        total={classes.length === 0 ? 0 : total}
        previous={page === 1 ? undefined : at(Math.min(page - 1, last))}
        next={page >= last ? undefined : at(page + 1)}
      />
    </>
  )
}
