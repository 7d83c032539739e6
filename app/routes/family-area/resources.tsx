import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { NotLinked } from "~/components/overview/family-area/not-linked"
import { PracticeTabs } from "~/components/overview/family-area/practice-tabs"
import type { FramedPage } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { Status } from "~/components/ui/status"
import { requireMember } from "~/http/guards.server"
import { listSharedWith } from "~/models/learning/resource/list-resources.server"
import { resourceText } from "~/models/learning/resource/resource"
import { findChosenChild } from "~/models/overview/family-area/chosen-child.server"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { students, child } = findChosenChild(actor, request)
  return {
    family: students.map(({ id, firstName }) => ({ id, firstName })),
    child: child ? { id: child.id, firstName: child.firstName, isSelf: child.as !== "guardian" } : null,
    resources: child
      ? listSharedWith(actor, child.id).map(({ id, title, tags, openedAt, ...thing }) => ({
          id,
          title,
          tags: tags.join(", "),
          what: resourceText(thing),
          isOpened: openedAt !== null,
        }))
      : [],
  }
}

export const handle: FramedPage = {
  title: "Resources",
}

export const meta: MetaFunction = () => [{ title: "Shared resources · Tutti" }]

export default function SharedResources() {
  const { family, child, resources } = useLoaderData<typeof loader>()
  return (
    <>
      <PracticeTabs current="resources" family={family} child={child?.id} />
      {child === null ? (
        <NotLinked />
      ) : (
        <DataTable
          caption="Resources"
          rows={resources}
          empty={
            <>
              No resources yet. Files and links that teachers share with{" "}
              {child.isSelf ? "you" : child.firstName} appear here.
            </>
          }
          columns={[
            {
              label: "Title",
              cell: ({ id, title }) => (
                <Link to={paths.studentResource(id, { child: child.id })}>{title}</Link>
              ),
            },
            { label: "Type", cell: ({ what }) => what },
            { label: "Tags", cell: ({ tags }) => tags || "–" },
            {
              label: "Status",
              cell: ({ isOpened }) =>
                isOpened ? (
                  <Status head="on" tone="dim">
                    Opened
                  </Status>
                ) : (
                  <Status head="open">New</Status>
                ),
            },
          ]}
        />
      )}
    </>
  )
}
