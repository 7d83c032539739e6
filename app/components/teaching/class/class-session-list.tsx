import { Link } from "~/components/ui/button"
import type { SessionRow } from "~/models/teaching/session/session"
import { formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { NotComing } from "../schedule/not-coming"
import { RegisterStatus } from "../schedule/register-status"

type ClassSession = Pick<
  SessionRow,
  | "id"
  | "localDate"
  | "startTime"
  | "minutes"
  | "teacherName"
  | "roomName"
  | "register"
  | "cancelReason"
  | "notComing"
>

/** Lessons of one class, each with the status of its attendance. */
export function ClassSessionList({ sessions, isSolo }: { sessions: ClassSession[]; isSolo: boolean }) {
  return (
    <ul className="rows">
      {sessions.map(({ id, localDate, startTime, minutes, teacherName, roomName, register, ...session }) => (
        <li key={id}>
          <span>
            <Link to={paths.session(id)}>
              {formatDate(localDate, "short")}, {formatTime(startTime)}
            </Link>{" "}
            <NotComing names={session.notComing} />
            <br />
            <span className="dim">
              {[`${minutes} min`, isSolo ? null : teacherName, roomName, session.cancelReason]
                .filter(Boolean)
                .join(", ")}
            </span>
          </span>
          <RegisterStatus register={register} />
        </li>
      ))}
    </ul>
  )
}
