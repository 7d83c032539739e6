import { type LoaderFunctionArgs, redirect } from "@remix-run/node"
import {
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useParams,
} from "@remix-run/react"
import { pageTitle } from "~/components/shell/frame"
import { OccasionLines } from "~/components/teaching/occasion/occasion-lines"
import { ClashCallout } from "~/components/teaching/schedule/clash-callout"
import { ScheduleBody } from "~/components/teaching/schedule/schedule-body"
import { ScheduleHead } from "~/components/teaching/schedule/schedule-head"
import { OnlyLessonsOf, ScheduleTools } from "~/components/teaching/schedule/schedule-tools"
import { WhoseLessonsList } from "~/components/teaching/schedule/whose-lessons"
import { SoughtTimes } from "~/components/teaching/week/sought-times"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { Pagination } from "~/components/ui/pagination"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { drawFoundTimes } from "~/models/teaching/free-time/found-in-week.server"
import { listScheduleOccasions } from "~/models/teaching/occasion/occasion-lines.server"
import { soughtTexts } from "~/models/teaching/session/listed-lines"
import { keptSchedulePage, presentSchedulePage } from "~/models/teaching/session/schedule-page.server"
import {
  beside,
  readScheduleQuery,
  type ScheduleView,
  scheduleViews,
} from "~/models/teaching/session/schedule-period"
import { findSessionDate } from "~/models/teaching/session/session-list.server"
import { findWhose, searchLines, searchWhose } from "~/models/teaching/whose-lessons/whose-lessons.server"
import { todayOf } from "~/utils/clock.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "schedule:read")
  const { searchParams } = new URL(request.url)
  // A lesson's own address shows the week it is in.
  const openedOn =
    params.sessionId && !searchParams.has("date") ? findSessionDate(actor, params.sessionId) : undefined
  const asked = readScheduleQuery(searchParams, openedOn ?? todayOf(actor))
  const search = searchParams.get("q")?.trim().slice(0, 100) ?? ""
  const found = [...searchWhose(actor, search), ...searchLines(actor, search)]
  if (found.length === 1 && found[0]) {
    const { view, date, by, teacher, room } = Object.fromEntries(searchParams)
    throw redirect(paths.schedule({ view, date, by, teacher, room, [found[0].kind]: found[0].id }))
  }
  const isPresent = !openedOn && !searchParams.has("date") && !searchParams.has("week")
  const { query, page } = isPresent
    ? await presentSchedulePage(actor, asked)
    : { query: asked, page: await keptSchedulePage(actor, asked) }
  return {
    query,
    search,
    found,
    whose: findWhose(actor, query),
    isSolo: actor.school.kind === "solo",
    occasions: listScheduleOccasions(actor, query),
    ...page,
    ...drawFoundTimes(actor, query, page.body, searchParams.get("find")),
  }
}

/** Opening and closing a lesson's card leaves the week as it is. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) =>
  currentUrl.search === nextUrl.search && currentUrl.pathname !== nextUrl.pathname && formMethod === undefined
    ? false
    : defaultShouldRevalidate

export const meta = pageTitle<typeof loader>((data) => `Schedule, ${data.heading}`, "Schedule")

/** Each lesson's address carries the week's: one that is longer says more than what is shown. */
const longestCarried = 500

const viewLabels: Record<ScheduleView, string> = {
  day: "Day",
  week: "Week",
  month: "Month",
  agenda: "List",
}

export default function Schedule() {
  const { query, isSolo, today: todayDate, search, found, whose, ...page } = useLoaderData<typeof loader>()
  const { sessionId } = useParams()
  const { search: inAddress } = useLocation()
  const { view, date, by } = query
  const line = {
    by: by === "room" ? by : undefined,
    teacher: query.teacherId,
    room: query.roomId,
    student: query.studentId,
    class: query.classId,
  }
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
  const { body } = page
  const isInWeek =
    body.kind === "week" &&
    body.days.some(({ items }) => items.some((item) => item.kind === "lesson" && item.id === sessionId))
  return (
    <>
      <ScheduleHead
        heading={page.heading}
        over={page.over}
        date={date}
        today={todayDate}
        line={line}
        arrows={{
          unit: view === "agenda" ? "week" : view,
          previous: to({ date: previous }),
          next: to({ date: next }),
          today: to({ date: todayDate }),
        }}
      />
      <div className="schedule-bar">
        <Tabs
          label="View"
          tabs={scheduleViews.map((each) => ({
            to: to({ view: each }),
            label: viewLabels[each],
            current: each === view,
          }))}
        />
        <ScheduleTools
          view={view}
          date={date}
          by={by}
          teacher={query.teacherId ?? ""}
          room={query.roomId ?? ""}
          whose={whose}
          search={search}
          teachers={page.teachers}
          rooms={page.rooms}
          searched={page.searched}
          isSolo={isSolo}
        />
      </div>
      {whose ? (
        <OnlyLessonsOf
          name={whose.name}
          everyone={paths.schedule({ view: view === "week" ? undefined : view, date })}
        />
      ) : null}
      {search ? (
        <WhoseLessonsList
          heading="Whose lessons?"
          search={search}
          sought={soughtTexts(page.searched).many}
          found={found}
          to={(one) => paths.schedule({ view, date, [one.kind]: one.id })}
        />
      ) : null}
      <ClashCallout clashes={page.clashes} />
      <OccasionLines occasions={page.occasions} to={paths.occasion} />
      <SoughtTimes sought={page.sought} />
      {isInWeek ? null : <Outlet />}
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
          <ScheduleBody
            body={body}
            heading={page.heading}
            by={by}
            search={inAddress.length > longestCarried ? "" : inAddress}
            chosenClass={query.classId}
            open={isInWeek && sessionId ? { id: sessionId, card: <Outlet /> } : undefined}
            dayTo={(day) => paths.schedule({ view: "day", date: day, ...line })}
            isSolo={isSolo}
          />
          {page.lines ? (
            <Pagination
              of={by === "teacher" ? "teachers" : "rooms"}
              list={paths.schedule()}
              {...page.lines}
            />
          ) : null}
        </>
      )}
    </>
  )
}
