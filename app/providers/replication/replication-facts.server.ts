import { env } from "~/utils/env.server"
import { nodeState, role } from "./replication.server"

/** This machine's replication state as label and text. `leads` lists the latest leaders. */
export function replicationFacts(leads: string[]): [string, string][] {
  const { litefs, presence } = nodeState()
  if (!litefs) return [["This machine", "alone: writes, runs jobs and sends email"]]
  const now = role()
  const lag = litefs.lagMs()
  const others = [...presence.keys()].filter((node) => node !== env().NODE_NAME)
  const parts = {
    primary: "leader: writes, runs jobs and sends email",
    replica: `follows ${now.part === "replica" ? now.of : ""}: answers from a copy`,
    unknown: "the leading machine is unknown",
  }
  return [
    ["This machine", `${env().NODE_NAME}, ${parts[now.part]}`],
    ...(now.part === "replica"
      ? [["Lag", lag === undefined ? "Unknown" : `${Math.round(lag)} ms`] as [string, string]]
      : []),
    ["Position", litefs.positionNow() ?? "None yet"],
    ["Other machines", others.length ? others.join(", ") : "None"],
    ["Recent leaders", leads.length ? leads.join("; ") : "None yet"],
  ]
}
