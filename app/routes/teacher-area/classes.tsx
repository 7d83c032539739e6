import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { FindBar } from "~/components/overview/teacher-area/find-bar"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { DataTable, MorePages } from "~/components/ui/data-table"
import { orNotFound, requireMember } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { kindLabels, readClassQuery } from "~/models/teaching/class/class-query"
import { nameWithStart } from "~/models/teaching/class/later-class"
import { listClasses } from "~/models/teaching/class/list-classes.server"
import { countOf, formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teaching:read")
  const own = orNotFound(findOwnTeacher(actor))
  const { filter, page } = readClassQuery(new URL(request.url).searchParams)
  const { search } = filter
  const { total, classes } = listClasses(actor, { search, teacherId: own.id }, page)
  return { search, pages: paged(request, total), total, classes, isSolo: actor.school.kind === "solo" }
}

const nounOf = (isSolo: boolean) =>
  isSolo ? (["lesson", "lessons"] as const) : (["class", "classes"] as const)

export const handle: FramedPage<typeof loader> = {
  title: "My classes",
  head: ({ total, isSolo }) => {
    const [one, many] = nounOf(isSolo)
    return { title: `My ${many}`, expression: countOf(total, one, many) }
  },
}

export const meta = pageTitle<typeof loader>(
  (data) => `My ${nounOf(data.isSolo)[1]}`,
  `My ${nounOf(false)[1]}`,
)

export default function OwnClasses() {
  const { search, pages, total, classes, isSolo } = useLoaderData<typeof loader>()
  const [, many] = nounOf(isSolo)
  return (
    <>
      {total > 0 || search ? (
        <FindBar
          label={`My ${many}`}
          hint="Name or instrument"
          search={search}
          clearTo={paths.teacherClasses()}
        />
      ) : null}
      <DataTable
        caption={`My ${many}`}
        rows={classes}
        empty={
          search
            ? `No ${many} match “${search}.”`
            : isSolo
              ? "No lessons yet. Add them under Lessons."
              : "No classes yet. They appear here once the office assigns them to you."
        }
        emptyAction={search ? <LinkButton to={paths.teacherClasses()}>Clear search</LinkButton> : undefined}
        columns={[
          {
            label: "Name",
            cell: ({ id, name, startsLaterOn }) => (
              <Link to={paths.teacherClass(id)}>{nameWithStart(name, startsLaterOn)}</Link>
            ),
          },
          { label: "Type", cell: ({ kind }) => kindLabels[kind] },
          { label: "When", cell: ({ patterns }) => patterns.join("; ") || "not scheduled" },
          { label: "Room", cell: ({ roomName }) => roomName ?? "–" },
          {
            label: "Next lesson",
            cell: ({ nextSession }) =>
              nextSession ? (
                <Link to={paths.session(nextSession.sessionId)}>
                  {formatDate(nextSession.localDate, "short")}, {formatTime(nextSession.startTime)}
                </Link>
              ) : (
                "–"
              ),
          },
          {
            label: "Students",
            numeric: true,
            cell: ({ enrolled, capacity }) => `${enrolled} of ${capacity}`,
          },
        ]}
      />
      <MorePages {...pages} />
    </>
  )
}
