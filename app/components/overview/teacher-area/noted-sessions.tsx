import { NotComing } from "~/components/teaching/schedule/not-coming"
import { RegisterStatus } from "~/components/teaching/schedule/register-status"
import { Link } from "~/components/ui/button"
import type { SessionRow } from "~/models/teaching/session/session"
import { formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"

export type NotedSession = Pick<
  SessionRow,
  "id" | "localDate" | "startTime" | "register" | "notComing" | "cancelReason"
> & {
  sharedNote: string
  privateNote: string
}

/** Sessions of one class, each with its register's status and its notes. */
export function NotedSessions({ sessions }: { sessions: NotedSession[] }) {
  return (
    <ul className="register-list unmarked">
      {sessions.map(({ id, localDate, startTime, register, notComing, cancelReason, ...notes }) => (
        <li key={id}>
          <div className="name-line">
            <b>
              <Link to={paths.session(id)}>
                {formatDate(localDate, "short")}, {formatTime(startTime)}
              </Link>
            </b>{" "}
            <RegisterStatus register={register} /> <NotComing names={notComing} />
          </div>
          {register === "cancelled" && cancelReason ? <p className="small dim">{cancelReason}</p> : null}
          <Notes sharedNote={notes.sharedNote} privateNote={notes.privateNote} />
        </li>
      ))}
    </ul>
  )
}

/** A session's notes: for the family, and for teachers only. */
export function Notes({
  sharedNote,
  privateNote,
}: {
  sharedNote: string | null
  privateNote: string | null
}) {
  return (
    <>
      {sharedNote ? <p className="small whitespace-pre-line wrap-anywhere">{sharedNote}</p> : null}
      {privateNote ? (
        <p className="small whitespace-pre-line wrap-anywhere">
          <em>Private:</em> {privateNote}
        </p>
      ) : null}
    </>
  )
}
