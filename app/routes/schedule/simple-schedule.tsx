import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { pageTitle } from "~/components/shell/frame"
import { ListedUntil } from "~/components/teaching/schedule/listed-until"
import { NotComing } from "~/components/teaching/schedule/not-coming"
import { SessionStatus } from "~/components/teaching/schedule/session-status"
import { Link, LinkButton } from "~/components/ui/button"
import { EmptyState, MorePages } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { PrintButton } from "~/components/ui/print-button"
import { requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { opensBeforeMs } from "~/models/attendance/register/register"
import { listClosures } from "~/models/teaching/closed-days/closed-days.server"
import { findDayPage, sessionsPerPage } from "~/models/teaching/session/day-page.server"
import { lineOf, type SessionLine } from "~/models/teaching/session/session-line"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import { now } from "~/utils/clock.server"
import { addDays, isWithinReach } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { paths } from "~/utils/paths"
import { today, zoneAbbreviation, zoneName } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "schedule:read")
  const { searchParams } = new URL(request.url)
  const { timeZone } = actor.school
  const todayDate = today(timeZone, now())
  const dateText = searchParams.get("date")
  const date = dateText && isWithinReach(dateText) ? dateText : todayDate
  const isDoorSheet = searchParams.get("sheet") === "door"
  const at = now()
  // Door sheets are printed for every room at once.
  const shown = isDoorSheet ? undefined : findDayPage(actor, date, readPage(request))
  const sessions = (shown?.sessions ?? listSessionsOn(actor, date, date)).map((row) => ({
    ...lineOf(row),
    isOpen: row.register !== "taken" && row.register !== "cancelled" && row.startsAt - opensBeforeMs <= at,
  }))
  const rooms = isDoorSheet
    ? [...groupBy(sessions, ({ room }) => room)].sort(([a], [b]) => a.localeCompare(b))
    : [["", sessions] as const]
  return {
    date,
    todayDate,
    isToday: date === todayDate,
    zone: `${zoneName(timeZone)} (${zoneAbbreviation(timeZone, now())})`,
    closures: listClosures(actor, date, date).map(({ name }) => name),
    rooms: sessions.length > 0 ? rooms.map(([room, lines]) => ({ room, sessions: lines })) : [],
    isDoorSheet,
    pages: shown && paged(request, shown.total, sessionsPerPage),
    isSolo: actor.school.kind === "solo",
  }
}

export const meta = pageTitle<typeof loader>(
  (data) => `Lessons on ${formatDate(data.date, "weekday")}`,
  "Lessons",
)

export default function SimpleSchedule() {
  const { date, todayDate, isToday, zone, closures, rooms, isDoorSheet, pages, isSolo } =
    useLoaderData<typeof loader>()
  const to = (day?: string) => (isDoorSheet ? paths.doorSheet(day) : paths.simpleSchedule(day))
  return (
    <div className="form narrow">
      <PageHead
        title={formatDate(date, "weekday")}
        over={`${isToday ? "Today, all" : "All"} times in ${zone}`}
        back={{ to: paths.schedule(isToday ? {} : { date }), label: "Schedule" }}
      />
      <nav className="toolbar" aria-label="Day">
        <LinkButton to={to(addDays(date, -1))} rel="prev">
          Previous day
        </LinkButton>{" "}
        {isToday ? null : <LinkButton to={to()}>Today</LinkButton>}{" "}
        <LinkButton to={to(addDays(date, 1))} rel="next">
          Next day
        </LinkButton>{" "}
        <Link
          className="button plain ml-auto"
          to={isDoorSheet ? paths.simpleSchedule(date) : paths.doorSheet(date)}
        >
          {isDoorSheet ? "By time" : "Door sheets"}
        </Link>
        <PrintButton />
      </nav>
      <ListedUntil today={todayDate} next={addDays(date, 1)} />
      {closures.map((name) => (
        <p className="closed-day" key={name}>
          <span className="expression">No lessons: {name}.</span>
        </p>
      ))}
      {rooms.length === 0 && closures.length === 0 ? <EmptyState>No lessons on this day.</EmptyState> : null}
      {rooms.map(({ room, sessions }, index) => (
        <section
          key={room}
          className={isDoorSheet && index > 0 ? "break-before-page" : undefined}
          aria-label={room || "Lessons"}
        >
          {isDoorSheet ? (
            <h2>
              {room}, {formatDate(date, "weekday")}
            </h2>
          ) : (
            <h2 className="visually-hidden">Lessons</h2>
          )}
          <ol>
            {sessions.map((session) => (
              <SimpleSession key={session.id} session={session} isSolo={isSolo} isForDoor={isDoorSheet} />
            ))}
          </ol>
        </section>
      ))}
      {pages ? <MorePages {...pages} /> : null}
    </div>
  )
}

/** A lesson of the list, and whether its attendance can be taken now. */
type SimpleLine = SessionLine & { isOpen: boolean }

type SimpleSessionProps = {
  session: SimpleLine
  isSolo: boolean
  /** Printed to hang on a door: only a lesson that is canceled says so there. */
  isForDoor: boolean
}

/** A lesson in large type: time, people, room and status. */
function SimpleSession({ session, isSolo, isForDoor }: SimpleSessionProps) {
  const { id, title, time, teacher, room, people, register, isOpen, notComing } = session
  const isOver = register === "cancelled"
  return (
    <li className="grid gap-2 border-b border-line py-4">
      <h3 className="font-serif text-22">
        <span className="numeric">{time}</span>{" "}
        <Link to={paths.session(id)}>{isOver ? <s>{title}</s> : title}</Link>
      </h3>
      <p className="text-18">{[isSolo ? "" : teacher, room, people].filter(Boolean).join(", ")}</p>
      <p className={`flex flex-wrap items-center gap-4 text-18${isForDoor && !isOver ? " no-print" : ""}`}>
        <SessionStatus session={session} />
        <NotComing names={notComing} />{" "}
        {isOpen ? (
          <Link
            className="button no-print"
            to={paths.session(id)}
            aria-label={`Take attendance, ${title}, ${time}`}
          >
            Take attendance
          </Link>
        ) : null}
      </p>
    </li>
  )
}
