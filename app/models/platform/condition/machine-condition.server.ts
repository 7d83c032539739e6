import { nodeState, role } from "~/providers/replication/replication.server"
import { now } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { countOf } from "~/utils/formats"
import { machineState } from "~/utils/machine-state.server"
import { listSlowRoutes } from "~/utils/request-metrics.server"
import { criticalPercent, type Part } from "./condition"

// The parts of the condition that this process knows without the database.

const day = 86_400_000
/** A machine that was not heard of for so long is not there; whether it should be is the lease server's business. */
const presentMs = 60_000
/** A certificate with so few days left is nearly over, whatever warning is set. */
const criticalDays = 3
const mostNamed = 3

/** On the machine that writes: the disks of the others, as each of them reports. */
export function watchReplicaDisks(): Part {
  if (role().part !== "primary") return {}
  const limit = env().ALERT_DISK_FREE_PERCENT
  const low = [...nodeState().presence].flatMap(([node, { at, freePercent }]) =>
    freePercent !== undefined && freePercent < limit && performance.now() - at < presentMs
      ? [{ node, freePercent: Math.floor(freePercent) }]
      : [],
  )
  if (low.length === 0) return {}
  const isCritical = low.some(({ freePercent }) => freePercent < Math.min(criticalPercent, limit))
  return {
    troubles: [
      {
        key: "replica-disk",
        tone: isCritical ? "bad" : "warn",
        cause: low
          .map(({ node }) => node)
          .sort()
          .join(),
        what: `${low.map(({ node, freePercent }) => `The disk of ${node} has ${freePercent}% free`).join(". ")}.`,
        remedy: "Make room or enlarge the disk. A full one can’t follow the machine that writes.",
      },
    ],
  }
}

export function watchSlowRoutes(): Part {
  const slow = listSlowRoutes(env().ALERT_SLOW_ROUTE_MS)
  if (slow.length === 0) return {}
  const named = slow.slice(0, mostNamed).map(({ route, withinMs }) => `${route} (${secondsText(withinMs)})`)
  const more = slow.length > mostNamed ? ` and ${slow.length - mostNamed} more` : ""
  return {
    facts: [{ label: "Slow pages", value: String(slow.length) }],
    troubles: [
      {
        key: "slow",
        tone: "warn",
        what: `${countOf(slow.length, "page is", "pages are")} slow for one visitor in twenty: ${named.join(", ")}${more}.`,
        remedy: "Check the server logs for a slow statement, and whether the processor or the disk is busy.",
      },
    ],
  }
}

const secondsText = (ms: number) => (Number.isFinite(ms) ? `up to ${ms / 1000} s` : "more than 10 s")

export function watchCertificate(): Part {
  const { certificate } = machineState()
  if (!certificate) return {}
  const { host, endsAt, problem, failures } = certificate
  const remedy = "Check the proxy’s log: it should have renewed the certificate."
  const daysLeft = endsAt === undefined ? undefined : Math.floor((endsAt - now()) / day)
  const facts =
    daysLeft === undefined ? [] : [{ label: "Certificate", value: countOf(daysLeft, "day", "days") }]
  if (daysLeft !== undefined && daysLeft < env().ALERT_CERTIFICATE_DAYS)
    return {
      facts,
      troubles: [
        {
          key: "certificate",
          tone: daysLeft < criticalDays ? "bad" : "warn",
          cause: daysLeft < 0 ? "over" : "ends",
          what:
            daysLeft < 0
              ? `The certificate of ${host} has expired.`
              : `The certificate of ${host} expires in ${countOf(daysLeft, "day", "days")}.`,
          remedy,
        },
      ],
    }
  // Once is the network's; twice is ours.
  if (problem === undefined || failures < 2) return { facts }
  return {
    facts,
    troubles: [
      {
        key: "certificate",
        tone: "warn",
        cause: "unread",
        what: `The certificate of ${host} can’t be checked: ${problem}.`,
        remedy: "Open the address from outside. If it works there, this machine can’t reach it.",
      },
    ],
  }
}
