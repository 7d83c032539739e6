import { type LoaderFunctionArgs, redirect } from "@remix-run/node"
import {
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useParams,
} from "@remix-run/react"
import type { ReactNode } from "react"
import { pageTitle } from "~/components/shell/frame"
import { OccasionLines } from "~/components/teaching/occasion/occasion-lines"
import { Agenda, type AgendaDay } from "~/components/teaching/schedule/agenda"
import { ListedUntil } from "~/components/teaching/schedule/listed-until"
import { type MonthDay, MonthTable } from "~/components/teaching/schedule/month-table"
import { OnlyLessonsOf, ScheduleTools } from "~/components/teaching/schedule/schedule-tools"
import {
  ScoreDay,
  type ScoreDayFacts,
  ScoreLegend,
  ScoreRuler,
} from "~/components/teaching/schedule/score-day"
import { WhoseLessonsList } from "~/components/teaching/schedule/whose-lessons"
import { WeekGrid } from "~/components/teaching/week/week-grid"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { Link, LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { EmptyState, Pagination } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { Status } from "~/components/ui/status"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { drawFoundTimes } from "~/models/teaching/free-time/find-times-page.server"
import { listScheduleOccasions } from "~/models/teaching/occasion/find-occasion.server"
import { soughtTexts } from "~/models/teaching/session/listed-lines"
import { keptSchedulePage, presentSchedulePage } from "~/models/teaching/session/schedule-page.server"
import {
  beside,
  readScheduleQuery,
  type ScheduleView,
  scheduleViews,
} from "~/models/teaching/session/schedule-period"
import { findSessionDate } from "~/models/teaching/session/session-list.server"
import type { Lane, WeekDay } from "~/models/teaching/session/week"
import { findWhose, searchLines, searchWhose } from "~/models/teaching/whose-lessons/whose-lessons.server"
import { todayOf } from "~/utils/clock.server"
import { formFor } from "~/utils/formats"
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

/** Opening and closing a lesson's card leaves the week as it is; a lesson that was dropped in vain may have moved since. */
export const shouldRevalidate: ShouldRevalidateFunction = (step) =>
  step.currentUrl.search === step.nextUrl.search &&
  step.currentUrl.pathname !== step.nextUrl.pathname &&
  step.formMethod === undefined
    ? false
    : alsoWhenRefused(step)

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
      <ListedUntil today={todayDate} next={next} />
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

const numbers = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"]

const mostListed = 5

/** The double bookings of the visible period, each with a link. Renders nothing without one. */
function ClashCallout({ clashes }: { clashes: { words: string; sessionId: string }[] }) {
  if (clashes.length === 0) return null
  const count = `${numbers[clashes.length] ?? clashes.length} ${formFor(clashes.length, "clash", "clashes")}`
  return (
    <Callout tone="red">
      {clashes.slice(0, mostListed).map(({ words, sessionId }, index) => (
        <p key={`${sessionId} ${words}`}>
          {index === 0 ? <b>{count} to resolve. </b> : null}
          {words}{" "}
          <Link className="no-print" to={paths.editSession(sessionId)}>
            See free times<span className="visually-hidden">{` for ${words}`}</span>
          </Link>
        </p>
      ))}
      {clashes.length > mostListed ? (
        <p className="dim">{clashes.length - mostListed} more in red below.</p>
      ) : null}
    </Callout>
  )
}

type Body =
  | { kind: "month"; weeks: MonthDay[][] }
  | { kind: "agenda"; isEmpty: boolean; days: AgendaDay[] }
  | { kind: "week"; columns: number; firstHour: number; hours: string[]; lanes: Lane[]; days: WeekDay[] }
  | {
      kind: "score"
      isEmpty: boolean
      columns: number
      hours: string[]
      days: (ScoreDayFacts & { date: string })[]
    }

type ScheduleBodyProps = {
  body: Body
  heading: string
  by: "teacher" | "room"
  search: string
  chosenClass: string | undefined
  open: { id: string; card: ReactNode } | undefined
  /** where the number of a day in a month leads */
  dayTo: (date: string) => string
  isSolo: boolean
}

/** The lessons of a period in the view that was chosen. */
function ScheduleBody(props: ScheduleBodyProps) {
  const { body, heading, by, search, chosenClass, open, dayTo, isSolo } = props
  if (body.kind === "month")
    return <MonthTable caption={`Lessons in ${heading}`} weeks={body.weeks} dayTo={dayTo} />
  if (body.kind === "week")
    return (
      <>
        <WeekGrid week={body} by={by} search={search} open={open} chosen={{ class: chosenClass }} />
        <WeekLegend days={body.days} />
      </>
    )
  if (body.isEmpty)
    return (
      <EmptyState
        action={<LinkButton to={paths.newSession({ date: body.days[0]?.date })}>Add lesson</LinkButton>}
      >
        No lessons on {body.days.length > 1 ? "these days" : "this day"}. Add one, or set a weekly time.
      </EmptyState>
    )
  if (body.kind === "agenda") return <Agenda days={body.days} isSolo={isSolo} dayTo={paths.simpleSchedule} />
  return (
    <>
      <div className="week">
        <ScoreRuler columns={body.columns} hours={body.hours} />
        {body.days.map((day) => (
          <ScoreDay key={day.id} day={day} columns={body.columns} />
        ))}
      </div>
      <ScoreLegend days={body.days} />
    </>
  )
}

/** The meaning of the signs of a week. */
function WeekLegend({ days }: { days: WeekDay[] }) {
  const isShut = days.some(({ closure, items }) => closure || items.some(({ kind }) => kind === "away"))
  return (
    <p className="legend">
      <Status head="on">Attendance taken</Status> <Status head="open">Upcoming</Status>{" "}
      <Status tone="bad">Needs attention</Status> <Status head="rest">Canceled</Status>{" "}
      {isShut ? (
        <span>
          <i className="hatched" /> Closed or time off
        </span>
      ) : null}{" "}
      {days.some(({ isToday }) => isToday) ? <span className="no-print">Blue line: now</span> : null}
    </p>
  )
}

type ScheduleHeadProps = {
  heading: string
  over: string | undefined
  date: string
  today: string
  /** what the schedule is narrowed to */
  line: { teacher?: string | undefined; student?: string | undefined; class?: string | undefined }
  arrows: PeriodArrowsProps
}

/** The period with its arrows, and what can be added to a schedule. */
const ScheduleHead = ({ heading, over, date, today, line, arrows }: ScheduleHeadProps) => (
  <PageHead
    title={heading}
    over={over}
    beside={<PeriodArrows {...arrows} />}
    actions={
      <>
        <LinkButton to={paths.findTime({ student: line.student, teacher: line.teacher })}>
          Find a time
        </LinkButton>
        <LinkButton variant="primary" to={paths.newSession({ date, class: line.class })}>
          Add lesson
        </LinkButton>
        <MoreMenu>
          <LinkButton variant="plain" to={paths.trialLesson({ date })}>
            Book trial
          </LinkButton>
          <LinkButton variant="plain" to={paths.occasions()}>
            Events
          </LinkButton>
          <LinkButton
            variant="plain"
            to={paths.absences({ teacher: line.teacher, from: date < today ? "" : date })}
          >
            Absences
          </LinkButton>
        </MoreMenu>
      </>
    }
  />
)

type PeriodArrowsProps = {
  /** what an arrow goes by: "week" */
  unit: string
  previous: string
  next: string
  today: string
}

const PeriodArrows = ({ unit, previous, next, today }: PeriodArrowsProps) => (
  <span className="buttons no-print">
    <Link className="button" to={previous} rel="prev" title={`Previous ${unit}`}>
      <span aria-hidden="true">←</span> <span className="visually-hidden">Previous {unit}</span>
    </Link>{" "}
    <Link className="button" to={today}>
      Today
    </Link>{" "}
    <Link className="button" to={next} rel="next" title={`Next ${unit}`}>
      <span aria-hidden="true">→</span> <span className="visually-hidden">Next {unit}</span>
    </Link>
  </span>
)

/** Says what the dashed times in the week are, with the way back to their list. */
function SoughtTimes({ sought }: { sought: { find: string; subject: string | null } | null }) {
  if (!sought) return null
  return (
    <p className="no-print">
      Dashed in blue: free times{sought.subject ? ` for ${sought.subject}` : ""}.{" "}
      <Link to={`${paths.findTime()}?${sought.find}`}>Back to the list</Link>
    </p>
  )
}

/** What is needed less often than the buttons beside it, under one of its own. Works without scripts. */
const MoreMenu = ({ children }: { children: ReactNode }) => (
  <details className="more-menu no-print">
    <summary className="button">More</summary>
    <div>{children}</div>
  </details>
)
