import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { LessonStatus } from "~/components/overview/family-area/lesson-status"
import { NotLinked } from "~/components/overview/family-area/not-linked"
import { PeriodLinks } from "~/components/overview/teacher-area/period-links"
import type { FramedPage } from "~/components/shell/frame"
import { OccasionLines } from "~/components/teaching/occasion/occasion-lines"
import { ListedUntil } from "~/components/teaching/schedule/listed-until"
import { MonthTable } from "~/components/teaching/schedule/month-table"
import { Link } from "~/components/ui/button"
import { Callout, CalloutText } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/data-table"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { listFreedOffersOf } from "~/models/attendance/freed-time/list-freed-times.server"
import { findLeaveRules, listLeavesOf } from "~/models/attendance/leave/leaves.server"
import { listOpenCredits } from "~/models/attendance/make-up/open-credits.server"
import { findOpenTimeRule } from "~/models/attendance/open-time/open-time-rules.server"
import { countFamilySwaps } from "~/models/attendance/swap/family-swaps.server"
import { listFamilyLines } from "~/models/overview/family-area/family-occasions.server"
import {
  findFamilyMonth,
  listedDays,
  listFamilyDays,
  listTeachersOf,
} from "~/models/overview/family-area/family-schedule.server"
import { type PortalSession, portalTitle, portalWhere } from "~/models/overview/family-area/portal-session"
import { findPortal } from "~/models/people/family-access/portal.server"
import type { ShownTeacher } from "~/models/people/school-page/school-page"
import { expiringDays } from "~/models/teaching/credit/credit.server"
import { listMovesToAnswer } from "~/models/teaching/move-answer/move-answer.server"
import { beside, readScheduleQuery } from "~/models/teaching/session/schedule-period"
import { leaveText, spotText } from "~/texts/attendance/leave"
import { todayOf } from "~/utils/clock.server"
import { addMinutes } from "~/utils/clock-times"
import { addDays } from "~/utils/dates"
import { formatDate, formatDateRange, formatTime, formatTimeRange } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { students } = findPortal(actor)
  const search = new URL(request.url).searchParams
  const todayDate = todayOf(actor)
  const { view, date, ...line } = readScheduleQuery(search, todayDate)
  const isMonth = view === "month"
  const chosen = students.filter(({ id }) => id === search.get("child"))
  const visibleStudents = chosen.length ? chosen : students
  const soon = addDays(todayDate, expiringDays(actor))
  const period = isMonth
    ? beside({ view, date, ...line })
    : { previous: addDays(date, -listedDays), next: addDays(date, listedDays) }
  return {
    family: students.map(({ id, firstName }) => ({ id, firstName })),
    childId: chosen[0]?.id,
    date,
    todayDate,
    period,
    heading: isMonth ? formatDate(date, "month") : formatDateRange(date, addDays(date, listedDays - 1)),
    weeks: isMonth ? findFamilyMonth(actor, visibleStudents, date) : null,
    days: isMonth ? [] : listFamilyDays(actor, visibleStudents, date),
    occasions: listFamilyLines(actor, visibleStudents, { date, isMonth }),
    teachers: listTeachersOf(actor, visibleStudents),
    moves: listMovesToAnswer(
      actor,
      visibleStudents.flatMap(({ id, as }) => (as === "child" ? [] : [id])),
    ).map((move) => ({
      ...move,
      firstName: visibleStudents.find(({ id }) => id === move.studentId)?.firstName ?? "",
    })),
    freedTimes: listFreedOffersOf(
      actor,
      visibleStudents.map(({ id }) => id),
    ).length,
    swaps: countFamilySwaps(
      actor,
      visibleStudents.flatMap(({ id, as }) => (as === "child" ? [] : [id])),
    ),
    leaves: listLeavesOf(
      actor,
      visibleStudents.map(({ id }) => id),
    )
      .filter(
        ({ state, kind, startsOn, endsOn }) =>
          state === "approved" && ((kind === "end" ? startsOn : endsOn) ?? todayDate) >= todayDate,
      )
      .map((leave) => ({
        id: leave.id,
        text: `${leave.firstName}: ${leaveText(leave)}. ${spotText(leave)}`,
      })),
    takesRequests: findLeaveRules(actor).takesLeaveRequests,
    opensTimes: findOpenTimeRule(actor).isOn,
    credits: visibleStudents.flatMap((student) => {
      const credit = student.as === "child" ? undefined : listOpenCredits(actor, student.id)[0]
      return credit
        ? [
            {
              id: student.id,
              firstName: student.firstName,
              until: credit.expiresOn,
              isSoon: credit.expiresOn <= soon,
            },
          ]
        : []
    }),
  }
}

export const handle: FramedPage<typeof loader> = {
  title: "Schedule",
  head: ({ family, heading }) => (family.length === 0 ? {} : { title: heading }),
}

export const meta: MetaFunction = () => [{ title: "Your schedule · Tutti" }]

export default function FamilySchedule() {
  const page = useLoaderData<typeof loader>()
  const { family, childId, date, todayDate, period, heading, weeks, days, teachers, credits } = page
  const view = weeks ? "month" : undefined
  const to = (changed: { child?: string; view?: string; date?: string }) => {
    const { date: day, ...others } = { child: childId, view, date, ...changed }
    return paths.studentSchedule({ ...others, date: day === todayDate ? undefined : day })
  }
  if (family.length === 0) return <NotLinked />
  return (
    <>
      {family.length > 1 ? (
        <Tabs
          label="Students"
          tabs={[
            { to: to({ child: undefined }), label: "Everyone", current: !childId },
            ...family.map(({ id, firstName }) => ({
              to: to({ child: id }),
              label: firstName,
              current: id === childId,
            })),
          ]}
        />
      ) : null}
      <Tabs
        label="View"
        tabs={[
          { to: to({ view: undefined }), label: "List", current: !weeks },
          { to: to({ view: "month" }), label: "Month", current: Boolean(weeks) },
        ]}
      />
      <PeriodLinks
        unit={weeks ? "month" : "four weeks"}
        previous={to({ date: period.previous })}
        today={to({ date: todayDate })}
        next={to({ date: period.next })}
      />
      {page.moves.length > 0 ? (
        <Callout tone="amber">
          {page.moves.map(({ sessionId, studentId, firstName, ...move }) => (
            <p key={`${sessionId} ${studentId}`}>
              {firstName}: {formatDate(move.wasDate, "short")}, {formatTime(move.wasTime)} was moved to{" "}
              {formatDate(move.localDate, "short")}, {formatTime(move.startTime)}.{" "}
              <Link to={paths.studentSession(sessionId, { child: studentId })}>
                Confirm or decline<span className="visually-hidden"> the new time</span>
              </Link>
            </p>
          ))}
        </Callout>
      ) : null}
      {page.leaves.length > 0 ? (
        <Callout tone="ink">
          {page.leaves.map(({ id, text }) => (
            <p key={id}>{text}</p>
          ))}
        </Callout>
      ) : null}
      {page.freedTimes > 0 ? (
        <CalloutText tone="amber">
          {page.freedTimes === 1 ? "A lesson time is" : `${page.freedTimes} lesson times are`} free for a
          make-up lesson. <Link to={paths.studentFreedTimes()}>Accept or decline</Link>
        </CalloutText>
      ) : null}
      {page.swaps.offered + page.swaps.toAnswer > 0 ? (
        <CalloutText tone={page.swaps.toAnswer > 0 ? "amber" : "ink"}>
          {page.swaps.toAnswer > 0
            ? "Another family asks to swap a lesson time with you. "
            : "Other families offer lesson times that fit yours. "}
          <Link to={paths.studentSwaps()}>View lesson swaps</Link>
        </CalloutText>
      ) : null}
      <ListedUntil today={todayDate} next={period.next} />
      {weeks ? (
        <MonthTable
          caption={`Lessons in ${heading}`}
          weeks={weeks}
          dayTo={(day) => to({ view: undefined, date: day })}
        />
      ) : days.length ? (
        <LessonList days={days} withNames={family.length > 1 && !childId} />
      ) : (
        <EmptyState>No lessons in these four weeks.</EmptyState>
      )}
      {/* Below the lessons: on a phone the next one is in view. What waits for an answer is above. */}
      <OccasionLines occasions={page.occasions} to={paths.studentOccasion} />
      {credits.length ? (
        <Callout tone={credits.some(({ isSoon }) => isSoon) ? "amber" : "ink"}>
          {credits.map(({ id, firstName, until, isSoon }) => (
            <p key={id}>
              {firstName} has a make-up credit that expires {isSoon ? "soon, on " : ""}
              {formatDate(until, "medium")}.{" "}
              <Link to={paths.studentMakeUp({ child: id })}>Book a make-up lesson</Link>
            </p>
          ))}
        </Callout>
      ) : null}
      <p className="dim no-print">
        <Link to={paths.familyCredits({ child: childId })}>
          Make-up credits, and why an absence earned none
        </Link>
      </p>
      {page.opensTimes ? (
        <p className="dim no-print">
          <Link to={paths.studentMakeUp({ child: childId })}>Book another lesson</Link>
        </p>
      ) : null}
      {page.swaps.isOn ? (
        <p className="dim no-print">
          <Link to={paths.studentSwaps()}>Swap a lesson time with another family</Link>
        </p>
      ) : null}
      {page.takesRequests || page.leaves.length > 0 ? (
        <p className="dim no-print">
          <Link to={paths.studentLeaves()}>Leave and ending lessons</Link>
        </p>
      ) : null}
      <p className="dim buttons no-print">
        <Link to={paths.studentPlaces()}>Waiting lists</Link>{" "}
        <Link to={paths.studentOccasions()}>Events</Link>
      </p>
      <p className="dim no-print">
        <Link to={`${paths.studentSettings()}#calendar`}>Add lessons to your calendar app</Link>
      </p>
      <FamilyTeachers teachers={teachers} />
    </>
  )
}

/** What a family's teachers say of themselves. Renders nothing without one. */
function FamilyTeachers({ teachers }: { teachers: ShownTeacher[] }) {
  if (teachers.length === 0) return null
  return (
    <section className="section no-print" aria-labelledby="teachers">
      <h2 id="teachers">Teachers</h2>
      {teachers.map(({ id, name, instruments, about }) => (
        <div key={id}>
          <p>
            <b>{name}</b> {instruments ? <span className="dim">{instruments}</span> : null}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{about}</p>
        </div>
      ))}
    </section>
  )
}

/** With its time where the reader is, when that is another. */
type Listed = PortalSession & { ownTime: string | null }
type Day = { date: string; heading: string; closure: string | null; sessions: Listed[] }

/** A family's lessons day by day; each opens its page. */
function LessonList({ days, withNames }: { days: Day[]; withNames: boolean }) {
  return days.map(({ date, heading, closure, sessions }) => (
    <section className="section" key={date} aria-labelledby={`on-${date}`}>
      <h2 id={`on-${date}`}>{heading}</h2>
      {closure ? <p className="dim">No lessons: {closure}.</p> : null}
      <ul className="register-list unmarked">
        {sessions.map((session) => (
          <li key={`${session.id} ${session.studentId}`}>
            <div className="name-line">
              <b>
                <Link to={paths.studentSession(session.id, { child: session.studentId })}>
                  {formatTimeRange(session.startTime, addMinutes(session.startTime, session.minutes))}
                  <span className="visually-hidden">{`, ${heading}`}</span>
                </Link>
              </b>{" "}
              <LessonStatus session={session} />
            </div>
            <p>
              {[withNames ? session.studentName : null, portalTitle(session), portalWhere(session)]
                .filter(Boolean)
                .join(", ")}
            </p>
            {session.ownTime ? <p className="small dim">{session.ownTime}</p> : null}
            {session.cancelReason ? <p className="small dim">{session.cancelReason}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  ))
}
