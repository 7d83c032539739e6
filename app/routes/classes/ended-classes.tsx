import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Form, useLoaderData } from "@remix-run/react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { pageTitle } from "~/components/shell/frame"
import { classNoun } from "~/components/teaching/class/class-labels"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { DataTable, Pagination } from "~/components/ui/data-table"
import { FilterInput } from "~/components/ui/filter-form"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { redirectWithToast } from "~/http/toast.server"
import { kindLabels } from "~/models/teaching/class/class-query"
import { restoreClass } from "~/models/teaching/class/end-class.server"
import { listEndedClasses } from "~/models/teaching/class/ended-classes.server"
import { findClass } from "~/models/teaching/class/find-class.server"
import { countOf, formatDate, formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  const { searchParams } = new URL(request.url)
  const search = searchParams.get("q")?.trim().slice(0, 100) || undefined
  const { total, classes } = listEndedClasses(actor, { search, page: readPage(request) })
  return {
    search,
    classes,
    pages: paged(request, total),
    isSolo: actor.school.kind === "solo",
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const classId = String((await request.formData()).get("classId"))
  const found = orNotFound(findClass(actor, classId))
  const restored = restoreClass(actor, classId)
  if (!restored.ok)
    return redirectWithToast(paths.class(classId), { title: `${found.name} hasn’t ended.`, tone: "bad" })
  const clashes =
    restored.clashes > 0
      ? ` ${countOf(restored.clashes, "clash", "clashes")} to resolve on the schedule.`
      : ""
  return redirectWithToast(paths.class(classId), {
    title: `${found.name} restored without its students.`,
    text: `${countOf(restored.made, "lesson")} back on the schedule.${clashes}`,
    tone: "good",
  })
}

export const meta = pageTitle<typeof loader>(
  (data) => `Ended ${classNoun(data.isSolo).many}`,
  `Ended ${classNoun(false).many}`,
)

export default function EndedClasses() {
  const { search, pages, classes, isSolo } = useLoaderData<typeof loader>()
  const { total } = pages
  const noun = classNoun(isSolo)
  const teacher = {
    label: "Teacher",
    cell: ({ teacherName }: (typeof classes)[number]) => teacherName ?? "–",
  }
  return (
    <>
      <PageHead
        back={{ to: paths.classes(), label: noun.title }}
        title={`Ended ${noun.many}`}
        expression={total > 0 ? countOf(total, noun.one, noun.many) : undefined}
      />
      {total > 0 || search ? (
        <Form method="get" className="toolbar" role="search" aria-label={`Ended ${noun.many}`}>
          <label className="visually-hidden" htmlFor="ended-q">
            Name or instrument
          </label>
          <FilterInput
            id="ended-q"
            type="search"
            name="q"
            value={search}
            placeholder="Name or instrument"
            maxLength={100}
          />
          <Button>Search</Button>
        </Form>
      ) : null}
      <DataTable
        caption={`Ended ${noun.many}`}
        rows={classes}
        empty={
          search
            ? `No ended ${noun.many} match this search.`
            : `No ended ${noun.many} yet. They’re kept here with their attendance.`
        }
        emptyAction={search ? <LinkButton to={paths.endedClasses()}>Clear search</LinkButton> : undefined}
        middle
        columns={[
          { label: "Name", cell: ({ id, name }) => <Link to={paths.class(id)}>{name}</Link> },
          { label: "Type", cell: ({ kind }) => kindLabels[kind] },
          ...(isSolo ? [] : [teacher]),
          { label: "Ended", cell: ({ endedOn }) => formatDate(endedOn, "medium") },
          { label: "Lessons", numeric: true, cell: ({ held }) => formatNumber(held) },
          { label: "Action", action: true, cell: ({ id, name }) => <RowButtons id={id} name={name} /> },
        ]}
      />
      <Pagination {...pages} />
    </>
  )
}

function RowButtons({ id, name }: { id: string; name: string }) {
  return (
    <PostForm className="buttons" sends={{ classId: id }}>
      <SubmitButton variant="secondary" pending="Restoring…" aria-label={`Restore ${name}`} label="Restore" />
      <LinkButton to={paths.newClass({ from: id })} aria-label={`Copy ${name}`}>
        Copy
      </LinkButton>
    </PostForm>
  )
}
