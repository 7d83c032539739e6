import { onConnection } from "db/cache-until-write.server"
import { schools } from "db/schema/accounts-schools"
import { failedRequests } from "db/schema/platform-service"
import { and, count, desc, eq, lt, type SQL, sql } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { platformAddUnlessThere, platformRemove, select } from "~/models/foundation/access/door.server"
import { noteFailure } from "~/providers/replication/node-calls.server"
import { nodeState, role } from "~/providers/replication/replication.server"
import { now } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { log } from "~/utils/log.server"
import { mayLogAgain, wasRefusedRoom } from "~/utils/machine-state.server"
import { PER_PAGE } from "~/utils/page-number"

// Requests that failed on our side, each under the ID that its page showed. Someone who writes to us quotes the ID, and
// staff see what it was without the log. Nothing of what was sent is kept.

const day = 86_400_000
/** How long they are kept. */
export const failuresKeptDays = 30
/** More than this within a minute says nothing new: the rest is in the log alone. */
const mostPerMinute = 60
const written = onConnection(() => ({ minute: -1, n: 0 }))

type FailedRequest = {
  id: string
  schoolId?: string
  method: string
  path: string
  route: string
  status: number
  tookMs: number
  problem?: string
  /** Of another machine that reports it: its name, and when it was. */
  node?: string
  at?: number
}

/**
 * Keeps a request that failed; a machine that only reads hands it to the one that writes, with its next report. It never
 * throws: what can't be kept, as on a full disk, is in the log.
 */
export function keepFailedRequest(failed: FailedRequest) {
  if (role().part === "primary") return keep(failed)
  if (nodeState().litefs) noteFailure({ ...failed, at: now() })
}

function keep({ schoolId, problem, path, route, node, at, ...facts }: FailedRequest) {
  const minute = Math.floor(performance.now() / 60_000)
  const count = written()
  if (count.minute !== minute) Object.assign(count, { minute, n: 0 })
  if (count.n >= mostPerMinute || wasRefusedRoom()) return
  count.n += 1
  try {
    platformAddUnlessThere(failedRequests, {
      ...facts,
      path: path.slice(0, 300),
      route: route.slice(0, 200),
      // A school that has gone meanwhile leaves the request without one.
      schoolId: schoolId && sql`(select ${schools.id} from ${schools} where ${schools.id} = ${schoolId})`,
      problem: (problem ?? "").slice(0, 300),
      node: node ?? env().NODE_NAME,
      at: at ?? now(),
    })
  } catch (error) {
    if (mayLogAgain("failed request not kept")) log.warn({ err: error }, "a failed request could not be kept")
  }
}

/** The beginning of an ID is enough: people copy only a part. */
const holds = (search: string): SQL | undefined => {
  if (!search) return undefined
  const text = search.toLowerCase()
  return sql`(instr(${failedRequests.id}, ${text}) > 0 or instr(lower(${failedRequests.route}), ${text}) > 0
    or instr(lower(ifnull(${schools.name}, '')), ${text}) > 0)`
}

/** A page of them, newest first; searched by the ID, the page's file, or the school's name. */
export function listFailedRequests(
  _staff: SuperActor,
  { search, schoolId, page }: { search: string; schoolId?: string; page: number },
) {
  const fits = and(holds(search), schoolId ? eq(failedRequests.schoolId, schoolId) : undefined)
  const rows = select({ failed: failedRequests, schoolName: schools.name })
    .from(failedRequests)
    .leftJoin(schools, eq(schools.id, failedRequests.schoolId))
    .where(fits)
    .orderBy(desc(failedRequests.at), desc(failedRequests.id))
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .all()
    .map(({ failed, schoolName }) => ({ ...failed, schoolName }))
  const total =
    select({ n: count() })
      .from(failedRequests)
      .leftJoin(schools, eq(schools.id, failedRequests.schoolId))
      .where(fits)
      .get()?.n ?? 0
  return { rows, total }
}

const isOld = () => lt(failedRequests.at, now() - failuresKeptDays * day)

export const countOldFailures = (): number =>
  select({ n: count() }).from(failedRequests).where(isOld()).get()?.n ?? 0

export const forgetOldFailures = () => platformRemove(failedRequests, isOld())
