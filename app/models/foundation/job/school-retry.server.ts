import { jobs } from "db/schema/foundation"
import { eq } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { platformAddRow, select } from "../access/door.server"
import type { PortionKind } from "./job"
import { recordJobFailure } from "./job.server"

/**
 * Work for every school failed at this one: it is queued for the school alone, with the first try behind it. However often it
 * fails, that is one job; given up already, it stays so, as of now. In the caller's transaction.
 */
export function retryForSchool(kind: PortionKind, schoolId: string, message: string) {
  const uniqueKey = `${kind} ${schoolId}`
  const known = select().from(jobs).where(eq(jobs.uniqueKey, uniqueKey)).get()
  if (known?.state === "queued") return
  recordJobFailure(known ?? queueTried(kind, schoolId, uniqueKey), message)
}

function queueTried(kind: PortionKind, schoolId: string, uniqueKey: string) {
  const at = now()
  const tried = { payload: "{}", state: "queued", attempts: 1, dueAt: at, createdAt: at } as const
  return platformAddRow(jobs, { id: newId(), kind, schoolId, uniqueKey, ...tried })
}
