import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PostForm } from "~/components/form/post-form"
import { PolicyLine } from "~/components/overview/policies/policy-list"
import { Button, Link } from "~/components/ui/button"
import { DataTable, MorePages } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intents } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { stopFreedTime } from "~/models/attendance/freed-time/claim-freed-time.server"
import { findFreedTimeRules } from "~/models/attendance/freed-time/claim-hours.server"
import { freedTimeText } from "~/models/attendance/freed-time/freed-time"
import { freedTimesPerPage, listFreedTimes } from "~/models/attendance/freed-time/list-freed-times.server"
import { may } from "~/models/foundation/access/permissions"
import { countOf, formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"

/** Lesson times that families freed, and to whom they were offered. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "attendance:read")
  const { total, rows } = listFreedTimes(actor, readPage(request))
  return {
    pages: paged(request, total, freedTimesPerPage),
    rules: findFreedTimeRules(actor),
    maySet: may(actor, "school:settings"),
    mayStop: may(actor, "schedule:write"),
    rows: rows.map(({ offers, ...row }) => ({
      ...row,
      offers: offers.map(({ studentId, name, state, until }) => ({
        studentId,
        name,
        text: state === "offered" ? `until ${formatInstant(until, actor.school.timeZone)}` : state,
      })),
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "attendance:read")
  return intents(request, paths.freedTimes(), {
    stop: act({
      run: async (form) => {
        await requireMember(request, "schedule:write")
        return stopFreedTime(actor, idIn(form, "freed"))
      },
      refusals: { closed: { title: "This time isn’t being offered anymore.", tone: "good" } },
      saved: "Offers for this time stopped.",
    }),
  })
}

export const meta: MetaFunction = () => [{ title: "Freed times · Tutti" }]

export default function FreedTimes() {
  const { pages, rules, maySet, mayStop, rows } = useLoaderData<typeof loader>()
  const { hours } = rules
  return (
    <div className="stack">
      <PageHead
        title="Freed times"
        back={{ to: paths.attendance({ view: "credits" }), label: "Make-up credits" }}
      />
      <p className="dim">
        When a family cancels a private lesson in time, its time {hours > 0 ? "is" : "can be"} offered to
        students with a make-up credit: first whose credit expires first, then who has had it longest.
        {rules.spots && hours > 0 ? " So is the spot of a student who can’t come to a group lesson." : ""}
      </p>
      {maySet ? (
        <PolicyLine
          part="freed-times"
          label="Freed times"
          text={hours === 0 ? null : `Each time is offered for ${countOf(hours, "hour")}.`}
        />
      ) : hours === 0 ? (
        <p>Your school doesn’t offer freed times.</p>
      ) : null}
      <DataTable
        caption="Freed times, newest first"
        rows={rows}
        empty={hours === 0 ? "Offers are turned off." : "No times have been freed yet."}
        columns={[
          {
            label: "Lesson",
            cell: ({ sessionId, localDate, startTime }) => (
              <Link to={paths.session(sessionId)}>
                {formatDate(localDate, "short")}, {formatTime(startTime)}
              </Link>
            ),
          },
          {
            label: "Canceled by",
            cell: ({ className, absentName, teacherName }) => (
              <span>
                {absentName ? `${absentName}, ` : ""}
                {className}
                {teacherName ? <span className="dim">, {teacherName}</span> : null}
              </span>
            ),
          },
          {
            label: "Status",
            cell: ({ state, makeUpSessionId, isWaiting }) => {
              const text = freedTimeText(state, isWaiting)
              return makeUpSessionId ? <Link to={paths.session(makeUpSessionId)}>{text}</Link> : text
            },
          },
          {
            label: "Offered to",
            cell: ({ offers }) =>
              offers.length === 0
                ? "No one could come"
                : offers.map(({ studentId, name, text }, index) => (
                    <span key={studentId}>
                      {index > 0 ? "; " : ""}
                      <Link to={paths.student(studentId)}>{name}</Link> <span className="dim">{text}</span>
                    </span>
                  )),
          },
          {
            label: "Action",
            action: true,
            cell: ({ id, state, localDate }) =>
              mayStop && state === "open" ? (
                <PostForm sends={{ freed: id }}>
                  <Button
                    intent="stop"
                    variant="secondary"
                    aria-label={`Stop offering ${formatDate(localDate, "short")}`}
                  >
                    Stop offers
                  </Button>
                </PostForm>
              ) : null,
          },
        ]}
      />
      <MorePages {...pages} />
    </div>
  )
}
