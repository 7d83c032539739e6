import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { FindBar } from "~/components/overview/teacher-area/find-bar"
import type { FramedPage } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { DataTable, MorePages } from "~/components/ui/data-table"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { listLibraryTags, listResources } from "~/models/learning/resource/list-resources.server"
import { resourcePageSize, resourceText } from "~/models/learning/resource/resource"
import { countOf, formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teaching:read")
  const parameters = new URL(request.url).searchParams
  const text = (name: string) => parameters.get(name)?.trim().slice(0, 100) || undefined
  const filter = { search: text("q"), tag: text("tag"), isMine: text("mine") === "1" }
  const { total, resources } = listResources(actor, filter, readPage(request))
  return {
    filter,
    isSolo: actor.school.kind === "solo",
    tags: listLibraryTags(actor),
    total,
    resources,
    pages: paged(request, total, resourcePageSize),
  }
}

export const handle: FramedPage<typeof loader> = {
  title: "Resources",
  head: ({ total }) => ({
    expression: countOf(total, "file or link", "files and links"),
    actions: (
      <LinkButton variant="primary" to={paths.newResource()}>
        Add a file or link
      </LinkButton>
    ),
  }),
}

export const meta: MetaFunction = () => [{ title: "Resource library · Tutti" }]

export default function Resources() {
  const { filter, pages, isSolo, tags, total, resources } = useLoaderData<typeof loader>()
  const { search, tag, isMine } = filter
  const isNarrowed = Boolean(search || tag || isMine)
  return (
    <>
      {isSolo ? null : (
        <Tabs
          label="Library"
          tabs={[
            { to: paths.teacherResources({ q: search, tag }), label: "Whole library", current: !isMine },
            { to: paths.teacherResources({ q: search, tag, mine: "1" }), label: "Mine", current: isMine },
          ]}
        />
      )}
      {total > 0 || isNarrowed ? (
        <FindBar label="Resources" hint="Title or tag" search={search} clearTo={paths.teacherResources()} />
      ) : null}
      {tags.length ? (
        <nav className="legend" aria-label="Tags">
          {tags.map(({ tag: label, n }) => (
            <Link
              key={label}
              to={paths.teacherResources({
                tag: label === tag ? undefined : label,
                mine: isMine ? "1" : undefined,
              })}
              aria-current={label === tag ? "true" : undefined}
            >
              {`${label}, ${formatNumber(n)} `}
            </Link>
          ))}
        </nav>
      ) : null}
      <DataTable
        caption="Resources"
        rows={resources}
        empty={
          isNarrowed
            ? "No resources match these filters."
            : "No resources yet. Add sheet music, recordings and links to share with a student, a class or everyone who plays an instrument."
        }
        emptyAction={
          isNarrowed ? <LinkButton to={paths.teacherResources()}>Clear filters</LinkButton> : undefined
        }
        columns={[
          { label: "Title", cell: ({ id, title }) => <Link to={paths.teacherResource(id)}>{title}</Link> },
          { label: "Type", cell: (row) => resourceText(row) },
          { label: "Tags", cell: (row) => row.tags.join(", ") || "–" },
          ...(isSolo
            ? []
            : [
                {
                  label: "Added by",
                  cell: ({ addedBy }: { addedBy: string | null }) => addedBy ?? "Former member",
                },
              ]),
          {
            label: "Shared",
            numeric: true,
            cell: ({ shares }) => (shares === 1 ? "once" : shares ? countOf(shares, "time") : "not yet"),
          },
          { label: "Opened by", numeric: true, cell: ({ openedBy }) => formatNumber(openedBy) },
        ]}
      />
      <MorePages {...pages} />
    </>
  )
}
