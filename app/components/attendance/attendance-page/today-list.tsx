import { NotComing } from "~/components/teaching/schedule/not-coming"
import { RegisterLink, RegisterStatus } from "~/components/teaching/schedule/register-status"
import { type SessionRow, sessionEnd, sessionTitle } from "~/models/teaching/session/session"
import { formatTimeRange } from "~/utils/clock-times"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { lessonBeside } from "../register/session-facts"

type Today = SessionRow & { lastNote: { body: string; on: string } | null }

/** A teacher's day: time, students, room, the last lesson note, and a link to its attendance. */
export function TodayList({ sessions }: { sessions: Today[] }) {
  return (
    <ol className="register-list today-list">
      {sessions.map((session) => {
        const name = sessionTitle(session)
        return (
          <li key={session.id}>
            <div>
              <p className="expression">
                {[formatTimeRange(session.startTime, sessionEnd(session)), session.roomName]
                  .filter(Boolean)
                  .join(", ")}
              </p>
              <div className="name-line">
                <b>{name}</b>{" "}
                <span>{lessonBeside(name, session) ?? countOf(session.students.length, "student")}</span>
              </div>
              {session.notComing.length ? (
                <p>
                  <NotComing names={session.notComing} />
                </p>
              ) : null}
              {session.lastNote ? (
                <p className="small">
                  <b>{formatDate(session.lastNote.on, "day")}:</b> <em>{session.lastNote.body}</em>
                </p>
              ) : null}
            </div>
            <div className="today-links">
              <RegisterStatus register={session.register} />{" "}
              <RegisterLink id={session.id} register={session.register} what={name} />
            </div>
          </li>
        )
      })}
    </ol>
  )
}
