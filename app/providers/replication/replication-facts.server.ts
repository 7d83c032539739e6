import { env } from "~/utils/env.server"
import { nodeState, role } from "./replication.server"

/** This machine's replication state as label and text. `leads` lists the latest leaders. */
export function replicationFacts(leads: string[]): [string, string][] {
  const { litefs, presence } = nodeState()
  if (!litefs) return [["This machine", "alone: it writes, runs the jobs and sends the mail"]]
  const now = role()
  const lag = litefs.lagMs()
  const others = [...presence.keys()].filter((node) => node !== env().NODE_NAME)
  const parts = {
    primary: "leads: it writes, runs the jobs and sends the mail",
    replica: `follows ${now.part === "replica" ? now.of : ""}: it answers from a copy`,
    unknown: "it is not known which machine leads",
  }
  return [
    ["This machine", `${env().NODE_NAME}, ${parts[now.part]}`],
    ...(now.part === "replica"
      ? [["Behind by", lag === undefined ? "nobody knows" : `${Math.round(lag)} ms`] as [string, string]]
      : []),
    ["Stands at", litefs.positionNow() ?? "no position yet"],
    ["Heard of", others.length ? others.join(", ") : "no other machine"],
    ["Led last", leads.length ? leads.join("; ") : "nobody yet"],
  ]
}
