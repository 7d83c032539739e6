import { Link } from "~/components/ui/button"
import { Status } from "~/components/ui/status"
import type { SessionRow } from "~/models/teaching/session/session"
import { paths } from "~/utils/paths"

/** The status of a lesson's attendance as note head and label. */
export function RegisterStatus({ register }: Pick<SessionRow, "register">) {
  switch (register) {
    case "taken":
      return <Status head="on">Taken</Status>
    case "missing":
      return <Status tone="bad">Missing</Status>
    case "live":
      return <Status head="half">In progress</Status>
    case "expected":
      return (
        <Status head="open" tone="dim">
          Upcoming
        </Status>
      )
    case "leave":
      return (
        <Status head="rest" tone="dim">
          On leave
        </Status>
      )
    case "cancelled":
      return (
        <Status head="rest" tone="dim">
          Canceled
        </Status>
      )
  }
}

/** A link to a lesson's attendance, named for the action there. */
export function RegisterLink({ id, register, what }: Pick<SessionRow, "id" | "register"> & { what: string }) {
  const isToTake = register === "missing" || register === "live"
  return (
    <Link className={isToTake ? "button" : undefined} to={paths.session(id)}>
      {isToTake ? "Take attendance" : "View lesson"}
      <span className="visually-hidden"> for {what}</span>
    </Link>
  )
}
