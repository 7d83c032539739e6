import type { LoaderFunctionArgs } from "@remix-run/node"
import { Form, useLoaderData } from "@remix-run/react"
import { CreditsView } from "~/components/attendance/credit/credits-view"
import { markLooks } from "~/components/overview/family-area/lesson-status"
import { pageTitle } from "~/components/shell/frame"
import { NotComing } from "~/components/teaching/schedule/not-coming"
import { RegisterLink, RegisterStatus } from "~/components/teaching/schedule/register-status"
import { TeacherFilter } from "~/components/teaching/schedule/teacher-filter"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { DataTable, EmptyState, MorePages } from "~/components/ui/data-table"
import { FilterButton, FilterForm, FilterInput } from "~/components/ui/filter-form"
import { PageHead } from "~/components/ui/page-head"
import { Status } from "~/components/ui/status"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { countAskedCorrections } from "~/models/attendance/correction/ask-correction.server"
import type { Actor } from "~/models/foundation/access/actor"
import type { MetricKey } from "~/models/foundation/metrics/figures"
import { creditFilters } from "~/models/teaching/credit/credit"
import {
  countCredits,
  creditPageSize,
  expiringDays,
  listCredits,
} from "~/models/teaching/credit/credit.server"
import { offerTeacherAsked } from "~/models/teaching/line-offer/line-offer.server"
import {
  countMissingRegisters,
  listMissingRegisters,
  missingPageSize,
} from "~/models/teaching/missing-register/missing-registers.server"
import { countNotices, listNotices } from "~/models/teaching/seat/notice-list.server"
import { findDayPage, sessionsPerPage } from "~/models/teaching/session/day-page.server"
import { namesAway, type SessionRow, sessionEnd, sessionTitle } from "~/models/teaching/session/session"
import { todayOf } from "~/utils/clock.server"
import { addDays, isDate } from "~/utils/dates"
import { countOf, formatDate, formatNumber, formatTime, formatTimeRange } from "~/utils/formats"
import { paths } from "~/utils/paths"

const views = ["registers", "missing", "notices", "credits"] as const

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "attendance:read")
  const query = new URL(request.url).searchParams
  const view = views.find((each) => each === query.get("view")) ?? "registers"
  const day = todayOf(actor)
  return {
    isSolo: actor.school.kind === "solo",
    missing: countMissingRegisters(actor),
    notices: countNotices(actor, day),
    openCredits: countCredits(actor).open,
    corrections: countAskedCorrections(actor),
    content: {
      registers: () => readRegisters(actor, query.get("day"), day, request),
      missing: () => readMissing(actor, query, request),
      notices: () => readNotices(actor, day, query.get("since") === "week", request),
      credits: () => readCredits(actor, query, request),
    }[view](),
  }
}

function readRegisters(actor: Actor, query: string | null, today: string, request: Request) {
  const day = query && isDate(query) ? query : today
  const { total, ...shown } = findDayPage(actor, day, readPage(request))
  return { view: "registers" as const, day, today, ...shown, pages: paged(request, total, sessionsPerPage) }
}

function readMissing(actor: Actor, query: URLSearchParams, request: Request) {
  const teachers = offerTeacherAsked(actor, query)
  const teacherId = teachers.choices.find(({ value }) => value === query.get("teacher"))?.value
  const charged = query.get("charged") === "yes"
  return {
    view: "missing" as const,
    teachers,
    teacherId,
    charged,
    pages: paged(request, countMissingRegisters(actor, { teacherId, charged }), missingPageSize),
    sessions: listMissingRegisters(actor, { teacherId, charged, page: readPage(request) }),
  }
}

function readNotices(actor: Actor, today: string, sinceAWeek: boolean, request: Request) {
  const from = sinceAWeek ? addDays(today, -7) : today
  return {
    view: "notices" as const,
    sinceAWeek,
    pages: paged(request, countNotices(actor, from)),
    notices: listNotices(actor, from, readPage(request)),
  }
}

function readCredits(actor: Actor, query: URLSearchParams, request: Request) {
  const state = creditFilters.find((each) => each === query.get("state")) ?? "open"
  const studentId = query.get("student") ?? undefined
  const counts = countCredits(actor, { studentId })
  return {
    view: "credits" as const,
    state,
    studentId,
    pages: paged(request, counts[state], creditPageSize),
    counts,
    credits: listCredits(actor, { state, studentId, page: readPage(request) }),
    soonDays: expiringDays(actor),
  }
}

const titles: Record<(typeof views)[number], string> = {
  registers: "Attendance",
  missing: "Missing attendance",
  notices: "Absence notices",
  credits: "Make-up credits",
}

export const meta = pageTitle<typeof loader>((data) => titles[data.content.view], titles.registers)

export default function Attendance() {
  const { content, missing, notices, openCredits, corrections, isSolo } = useLoaderData<typeof loader>()
  const tab = (view: (typeof views)[number], label: string, metric?: MetricKey) => ({
    to: paths.attendance({ view: view === "registers" ? undefined : view }),
    label,
    current: content.view === view,
    metric,
  })
  return (
    <div className="stack">
      <PageHead title="Attendance" />
      <Tabs
        label="Attendance"
        tabs={[
          tab("registers", "By day"),
          tab("missing", `Missing, ${formatNumber(missing)}`, "lessons-without-attendance"),
          tab("notices", `Absence notices, ${formatNumber(notices)}`, "absences-ahead"),
          tab("credits", `Make-up credits, ${formatNumber(openCredits)}`, "credits"),
        ]}
      />
      {content.view === "registers" ? <RegistersView {...content} withTeacher={!isSolo} /> : null}
      {content.view === "missing" ? <MissingView {...content} withTeacher={!isSolo} /> : null}
      {content.view === "notices" ? <NoticesView {...content} /> : null}
      {content.view === "credits" ? <CreditsView {...content} /> : null}
      {isSolo || content.view === "credits" ? null : (
        <p className="dim no-print">
          <Link to={paths.corrections()}>
            {corrections > 0 ? `${countOf(corrections, "correction")} to approve` : "Corrections"}
          </Link>
          : what teachers ask you to change in locked attendance.
        </p>
      )}
    </div>
  )
}

type MissingViewProps = Content<"missing"> & { withTeacher: boolean }

/** Lessons that ended without attendance, the oldest first. */
function MissingView({ teachers, teacherId, charged, pages, sessions, withTeacher }: MissingViewProps) {
  return (
    <>
      {withTeacher ? (
        <FilterForm action={paths.attendance()}>
          <input type="hidden" name="view" value="missing" />
          {charged ? <input type="hidden" name="charged" value="yes" /> : null}
          <TeacherFilter id="teacher" every="All teachers" value={teacherId ?? ""} offer={teachers} />
          <FilterButton>Apply</FilterButton>
        </FilterForm>
      ) : null}
      {charged ? (
        <p>
          Only lessons with a student who pays per lesson.{" "}
          <Link to={paths.attendance({ view: "missing", teacher: teacherId })}>Include all lessons</Link>
        </p>
      ) : null}
      {sessions.length ? (
        <>
          <p className="dim">
            Attendance is missing for {countOf(pages.total, "lesson")}. Families aren’t charged and make-up
            credits aren’t issued until you take it.
          </p>
          <SessionTable
            caption="Lessons without attendance"
            sessions={sessions}
            withDate
            withTeacher={withTeacher}
          />
        </>
      ) : (
        <EmptyState
          action={
            teacherId || charged ? (
              <LinkButton to={paths.attendance({ view: "missing" })}>Clear filters</LinkButton>
            ) : undefined
          }
        >
          No missing attendance{teacherId ? " for this teacher" : ""}. Lessons that end without attendance
          appear here.
        </EmptyState>
      )}
      <MorePages {...pages} />
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

/** What one view shows. */
type Content<View extends Loaded["content"]["view"]> = Extract<Loaded["content"], { view: View }>

const marks = { ...markLooks, cancelled: { head: "rest", children: "Canceled by school" } } as const

type NoticesViewProps = Content<"notices">

/** Absence notices, from today on or from a week ago on. */
function NoticesView({ sinceAWeek, notices, pages }: NoticesViewProps) {
  const other = sinceAWeek ? (
    <Link to={paths.attendance({ view: "notices" })}>Upcoming only</Link>
  ) : (
    <Link to={paths.attendance({ view: "notices", since: "week" })}>Include the last 7 days</Link>
  )
  if (pages.total === 0)
    return (
      <EmptyState action={other}>No absences reported. To record one in advance, open the lesson.</EmptyState>
    )
  return (
    <>
      <p className="dim">
        {sinceAWeek ? "The last 7 days and upcoming" : "Today and upcoming"}, by date. {other}
      </p>
      <DataTable
        caption="Absence notices"
        rows={notices}
        rowKey={({ seatId }) => seatId}
        columns={[
          { label: "Student", cell: ({ studentName }) => studentName },
          {
            label: "Lesson",
            cell: ({ sessionId, className, localDate, startTime }) => (
              <Link to={paths.session(sessionId)}>
                {className}, {formatDate(localDate, "short")}, {formatTime(startTime)}
              </Link>
            ),
          },
          { label: "Reason", cell: ({ text }) => text ?? "No reason given" },
          { label: "Notice", cell: ({ inTime }) => (inTime ? "In time" : "Too late") },
          {
            label: "Attendance",
            cell: ({ code, statusName }) =>
              code ? (
                <Status head={marks[code].head}>{statusName ?? marks[code].children}</Status>
              ) : (
                <Status head="open" tone="dim">
                  Not taken yet
                </Status>
              ),
          },
        ]}
      />
      <MorePages {...pages} />
    </>
  )
}

type RegistersViewProps = Content<"registers"> & { withTeacher: boolean }

/** A day's lessons with the status of their attendance. */
function RegistersView(props: RegistersViewProps) {
  const { day, today, sessions, pages, planned, taken, withTeacher } = props
  return (
    <>
      <div className="toolbar">
        <LinkButton to={paths.attendance({ day: addDays(day, -1) })}>Previous day</LinkButton>{" "}
        {day === today ? null : <LinkButton to={paths.attendance()}>Today</LinkButton>}{" "}
        <LinkButton to={paths.attendance({ day: addDays(day, 1) })}>Next day</LinkButton>
        <Form className="toolbar" action={paths.attendance()}>
          <label className="visually-hidden" htmlFor="day">
            Date
          </label>
          <FilterInput type="date" id="day" name="day" value={day} />
          <Button>Go to date</Button>
        </Form>
      </div>
      <section className="section" aria-labelledby="registers-of">
        <h2 id="registers-of">{formatDate(day, "weekday")}</h2>
        {sessions.length ? (
          <>
            <p className="dim">
              Attendance taken for {formatNumber(taken)} of {countOf(planned, "lesson")}.
              {taken < planned && day <= today ? (
                <>
                  {" "}
                  <Link to={paths.attendanceDay({ day })}>Attendance for the whole day</Link>
                </>
              ) : null}
            </p>
            <SessionTable
              caption={`Lessons on ${formatDate(day, "full")}`}
              sessions={sessions}
              withTeacher={withTeacher}
            />
            <MorePages {...pages} />
          </>
        ) : (
          <EmptyState>No lessons on this day. Choose another date.</EmptyState>
        )}
      </section>
    </>
  )
}

type SessionTableProps = {
  caption: string
  sessions: SessionRow[]
  /** rows of several days say which */
  withDate?: boolean
  /** false for a solo teacher, who is the only one */
  withTeacher?: boolean
}

/** Lessons with the status of their attendance and a link to each. */
function SessionTable({ caption, sessions, withDate, withTeacher }: SessionTableProps) {
  const range = (row: SessionRow) => formatTimeRange(row.startTime, sessionEnd(row))
  const what = (row: SessionRow) => `${sessionTitle(row)}, ${formatDate(row.localDate, "day")}`
  return (
    <DataTable
      caption={caption}
      middle
      terse
      rows={sessions}
      columns={[
        {
          label: "Lesson",
          cell: (row) => (
            <>
              {sessionTitle(row)} <NotComing names={namesAway(row)} />
            </>
          ),
        },
        ...(withDate
          ? [{ label: "Date", cell: (row: SessionRow) => formatDate(row.localDate, "short") }]
          : []),
        { label: "Time", beside: true, cell: range },
        ...(withTeacher
          ? [{ label: "Teacher", cell: (row: SessionRow) => row.teacherName ?? "No teacher yet" }]
          : []),
        { label: "Room", cell: ({ roomName }) => roomName ?? "No room" },
        { label: "Attendance", cell: ({ register }) => <RegisterStatus register={register} /> },
        { label: "Action", action: true, cell: (row) => <RegisterLink {...row} what={what(row)} /> },
      ]}
    />
  )
}
