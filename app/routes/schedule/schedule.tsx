import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import type { RepeatedPage } from "~/components/shell/document"
import { Agenda } from "~/components/teaching/schedule/agenda"
import { ClashCallout } from "~/components/teaching/schedule/clash-callout"
import { MonthTable } from "~/components/teaching/schedule/month-table"
import { ScheduleTools } from "~/components/teaching/schedule/schedule-tools"
import { ScoreDay, ScoreLegend, ScoreRuler } from "~/components/teaching/schedule/score-day"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { PageHead } from "~/components/ui/page-head"
import { Pagination } from "~/components/ui/pagination"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { findSchedulePage } from "~/models/teaching/session/schedule-page.server"
import {
  beside,
  readScheduleQuery,
  type ScheduleView,
  scheduleViews,
} from "~/models/teaching/session/schedule-period"
import { now } from "~/utils/clock.server"
import { pagesAround } from "~/utils/page-number"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "schedule:read")
  const { searchParams } = new URL(request.url)
  const query = readScheduleQuery(searchParams, today(actor.school.timeZone, now()))
  return { query, isSolo: actor.school.kind === "solo", ...findSchedulePage(actor, query) }
}

export const handle: RepeatedPage = { repeats: true }

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Schedule, ${data.heading} · Tutti` : "Schedule · Tutti" },
]

const viewLabels: Record<ScheduleView, string> = {
  day: "Day",
  week: "Week",
  month: "Month",
  agenda: "Agenda",
}

export default function Schedule() {
  const { query, isSolo, today: todayDate, ...page } = useLoaderData<typeof loader>()
  const { view, date, by } = query
  const line = { by: by === "room" ? by : undefined, teacher: query.teacherId, room: query.roomId }
  const to = (changed: { view?: ScheduleView; date?: string; page?: string }) => {
    const { view: target, date: day } = { view, date, ...changed }
    return paths.schedule({
      view: target === "week" ? undefined : target,
      date: day === todayDate ? undefined : day,
      ...line,
      page: changed.page,
    })
  }
  const { previous, next } = beside(query)
  return (
    <>
      <PageHead
        title={page.heading}
        over={page.over}
        actions={
          <LinkButton variant="primary" to={paths.newSession({ date })}>
            Add lesson
          </LinkButton>
        }
      />
      <Tabs
        label="View"
        tabs={[
          ...scheduleViews.map((each) => ({
            to: to({ view: each }),
            label: viewLabels[each],
            current: each === view,
          })),
          { to: paths.simpleSchedule(date === todayDate ? undefined : date), label: "Simple list" },
        ]}
      />
      <ScheduleTools
        unit={view === "agenda" ? "week" : view}
        previous={to({ date: previous })}
        next={to({ date: next })}
        today={to({ date: todayDate })}
        view={view}
        date={date}
        by={by}
        chosen={(by === "teacher" ? query.teacherId : query.roomId) ?? ""}
        teachers={page.teachers}
        rooms={page.rooms}
        isSolo={isSolo}
      />
      <ClashCallout clashes={page.clashes} />
      {page.isEmpty ? (
        <EmptyState
          action={
            <LinkButton variant="primary" to={paths.imports()}>
              Import a roster
            </LinkButton>
          }
        >
          No lessons yet. Import a roster to add students and their weekly times at once.
        </EmptyState>
      ) : (
        <>
          <Body body={page.body} heading={page.heading} isSolo={isSolo} />
          {page.lines ? (
            <Pagination
              of={by === "teacher" ? "teachers" : "rooms"}
              {...pagesAround(page.lines, (number) => to({ page: number }))}
            />
          ) : null}
        </>
      )}
    </>
  )
}

type Page = ReturnType<typeof useLoaderData<typeof loader>>

function Body({ body, heading, isSolo }: { body: Page["body"]; heading: string; isSolo: boolean }) {
  if (body.kind === "month")
    return (
      <MonthTable
        caption={`Lessons in ${heading}`}
        weeks={body.weeks}
        dayTo={(date) => paths.schedule({ view: "day", date })}
      />
    )
  if (body.isEmpty)
    return (
      <EmptyState
        action={<LinkButton to={paths.newSession({ date: body.days[0]?.date })}>Add lesson</LinkButton>}
      >
        No lessons on {body.days.length > 1 ? "these days" : "this day"}. Add one, or set a weekly time.
      </EmptyState>
    )
  if (body.kind === "agenda") return <Agenda days={body.days} isSolo={isSolo} />
  const first =
    body.days.find(({ isToday }) => isToday) ?? body.days.find(({ parts }) => parts.length) ?? body.days[0]
  return (
    <>
      <div className="week">
        {body.days.length > 1 ? (
          <nav className="week-days" aria-label="Day">
            {body.days.map(({ id, shortName, number }) => (
              <a key={id} href={`#${id}`} className={id === first?.id ? "shown" : undefined}>
                {shortName}
                <b>{number}</b>
              </a>
            ))}
          </nav>
        ) : null}
        <ScoreRuler columns={body.columns} hours={body.hours} />
        {body.days.map((day) => (
          <ScoreDay key={day.id} day={day} columns={body.columns} shown={day.id === first?.id} />
        ))}
      </div>
      <ScoreLegend days={body.days} />
    </>
  )
}
