import { Link } from "@remix-run/react"
import type { SessionLine } from "~/models/session/session-line"
import { paths } from "~/utils/paths"
import { SessionStatus } from "./session-status"

/** A session in large type: when, who, where, and its register. */
export function SimpleSession({ session, isSolo }: { session: SessionLine; isSolo: boolean }) {
  const { id, title, time, teacher, room, people, register } = session
  const isOver = register === "cancelled"
  return (
    <li className="grid gap-2 border-b border-line py-4">
      <h3 className="font-serif text-22">
        <span className="num">{time}</span>{" "}
        <Link to={paths.session(id)}>{isOver ? <s>{title}</s> : title}</Link>
      </h3>
      <p className="text-18">{[isSolo ? "" : teacher, room, people].filter(Boolean).join(", ")}</p>
      <p className="flex flex-wrap items-center gap-4 text-18">
        <SessionStatus session={session} />
        {register === "missing" || register === "live" || register === "expected" ? (
          <Link
            className="btn noprint"
            to={paths.session(id)}
            aria-label={`Take register, ${title}, ${time}`}
          >
            Take register
          </Link>
        ) : null}
      </p>
    </li>
  )
}
