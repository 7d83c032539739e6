import { Status } from "~/components/ui/status"
import type { SessionLine } from "~/models/teaching/session/session-line"

/** The status of a lesson as note head and label; a double booking comes first. */
export function SessionStatus({ session }: { session: Pick<SessionLine, "register" | "clash"> }) {
  const { register, clash } = session
  if (clash && register !== "cancelled")
    return (
      <Status head="x" tone="bad">
        {clash}
      </Status>
    )
  if (register === "cancelled") return <Status head="rest">Canceled</Status>
  if (register === "taken") return <Status head="on">Attendance taken</Status>
  if (register === "missing")
    return (
      <Status head="x" tone="bad">
        Attendance missing
      </Status>
    )
  return <Status head="open">{register === "live" ? "In progress" : "Upcoming"}</Status>
}
