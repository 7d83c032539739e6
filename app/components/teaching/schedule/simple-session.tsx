import { Link } from "~/components/ui/link"
import type { SessionLine } from "~/models/teaching/session/session-line"
import { paths } from "~/utils/paths"
import { NotComing } from "./not-coming"
import { SessionStatus } from "./session-status"

/** A lesson of the list, and whether its attendance can be taken now. */
export type SimpleLine = SessionLine & { isOpen: boolean }

type SimpleSessionProps = {
  session: SimpleLine
  isSolo: boolean
  /** Printed to hang on a door: only a lesson that is canceled says so there. */
  isForDoor: boolean
}

/** A lesson in large type: time, people, room and status. */
export function SimpleSession({ session, isSolo, isForDoor }: SimpleSessionProps) {
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
