import { Status } from "~/components/ui/status"
import type { SessionLine } from "~/models/teaching/session/session-line"

/** The status of a lesson as note head and label; a double booking comes first, then time off. */
export function SessionStatus({ session }: { session: Pick<SessionLine, "register" | "clash" | "away"> }) {
  const { register, clash, away } = session
  const problem = clash || away
  if (problem && register !== "cancelled") return <Status tone="bad">{problem}</Status>
  if (register === "cancelled") return <Status head="rest">Canceled</Status>
  if (register === "taken") return <Status head="on">Attendance taken</Status>
  if (register === "missing") return <Status tone="bad">Attendance missing</Status>
  return <Status head="open">{register === "live" ? "In progress" : "Upcoming"}</Status>
}
