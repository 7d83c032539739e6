import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { SessionTable } from "~/components/attendance/attendance-page/session-table"
import { TodayList } from "~/components/attendance/attendance-page/today-list"
import type { FramedPage } from "~/components/shell/frame"
import { EmptyState } from "~/components/ui/empty-state"
import { Figure } from "~/components/ui/figure"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { listLastNotes } from "~/models/attendance/register/last-notes.server"
import {
  countMissingRegisters,
  listMissingRegisters,
} from "~/models/teaching/missing-register/missing-registers.server"
import { listStudentsToWatch } from "~/models/teaching/seat/watch.server"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:home")
  const day = today(actor.school.timeZone, now())
  const sessions = listSessionsOn(actor, day, day)
  const notes = listLastNotes(
    actor,
    sessions.map(({ classId }) => classId),
    day,
  )
  return {
    day,
    sessions: sessions.map((session) => ({ ...session, lastNote: notes.get(session.classId) ?? null })),
    missing: listMissingRegisters(actor),
    missingTotal: countMissingRegisters(actor),
    watched: listStudentsToWatch(actor),
  }
}

export const handle: FramedPage<typeof loader> = {
  repeats: true,
  title: "Today",
  head: ({ day }) => ({ over: formatDate(day, "weekday") }),
}

export const meta: MetaFunction = () => [{ title: "Today · Tutti" }]

export default function TeacherHome() {
  const { sessions, missing, missingTotal, watched } = useLoaderData<typeof loader>()
  return (
    <>
      {sessions.length ? (
        <TodayList sessions={sessions} />
      ) : (
        <EmptyState>
          No lessons today. On teaching days, each lesson appears here with its last note.
        </EmptyState>
      )}
      <section className="section" aria-labelledby="missing">
        <h2 id="missing">
          {missingTotal ? (
            <>
              Attendance to record,{" "}
              <Figure of="own-lessons-without-attendance">{formatNumber(missingTotal)}</Figure>
            </>
          ) : (
            "Attendance to record"
          )}
        </h2>
        {missing.length ? (
          <SessionTable caption="Attendance to record" sessions={missing} withDate />
        ) : (
          <p className="dim">You’re all caught up.</p>
        )}
      </section>
      <section className="section" aria-labelledby="watch">
        <h2 id="watch">Students to watch</h2>
        {watched.length ? (
          <ul className="register-list unmarked">
            {watched.map(({ studentId, name, className, missed, lastOn, lastSessionId }) => (
              <li key={`${studentId} ${className}`}>
                <div className="name-line">
                  <b>{name}</b>{" "}
                  <span>
                    {className.startsWith(name) ? "" : `${className}, `}missed {missed} in a row,{" "}
                    <Link to={paths.session(lastSessionId)}>last on {formatDate(lastOn, "day")}</Link>
                  </span>
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <p className="dim">No student has missed two lessons in a row.</p>
        )}
      </section>
    </>
  )
}
