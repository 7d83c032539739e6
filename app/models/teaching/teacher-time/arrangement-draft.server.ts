import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { members } from "db/schema/people"
import { arrangementDrafts, timeOff } from "db/schema/teaching-teacher-time"
import { and, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addOrChange, find, type Params, query, remove, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import type { Result } from "~/utils/result"

// What the office has chosen so far for the lessons of someone who is away: one draft for each absence, shared by the
// office. It decides nothing, and goes when the lessons are arranged, it is discarded, or the absence is removed.

export type ArrangementDraft = {
  choices: unknown
  hoursReason: string
  savedAt: number
  savedBy: string | null
}

/** Keeps the choices in place of those kept before. Refused where the absence isn’t approved. */
export function saveDraft(
  actor: Actor,
  timeOffId: string,
  { choices, hoursReason }: { choices: object; hoursReason: string },
): Result<void, "not-found" | "not-approved"> {
  return transact(() => {
    const off = find(actor, timeOff, timeOffId)
    if (off?.state !== "approved") return { ok: false, reason: off ? "not-approved" : "not-found" }
    addOrChange(
      actor,
      arrangementDrafts,
      {
        timeOffId,
        savedBy: actor.memberId,
        choices: JSON.stringify(choices),
        hoursReason,
      },
      {
        as: [arrangementDrafts.timeOffId],
        to: {
          createdAt: sql`excluded.created_at`,
          savedBy: sql`excluded.saved_by`,
          choices: sql`excluded.choices`,
          hoursReason: sql`excluded.hours_reason`,
        },
      },
    )
    return { ok: true }
  })
}

/** The draft of an absence; undefined when there is none. */
export function findDraft(actor: Actor, timeOffId: string): ArrangementDraft | undefined {
  const row = draftQuery.get(actor, { timeOffId })
  return row && { ...row, choices: JSON.parse(row.choices) }
}

const draftQuery = query((p: Params<{ timeOffId: string }>, own) =>
  select({
    choices: arrangementDrafts.choices,
    hoursReason: arrangementDrafts.hoursReason,
    savedAt: arrangementDrafts.createdAt,
    savedBy: users.name,
  })
    .from(arrangementDrafts)
    .leftJoin(members, joined(members, arrangementDrafts.savedBy))
    .leftJoin(users, eq(users.id, members.userId))
    .where(and(own(arrangementDrafts), eq(arrangementDrafts.timeOffId, p.timeOffId))),
)

/** Whether choices for the lessons of a stretch of time off are kept, in SQL. */
export const hasDraft = sql<number>`exists (select 1 from arrangement_drafts d
  where d.school_id = ${timeOff.schoolId} and d.time_off_id = ${timeOff.id})`

/** Deletes the draft of an absence, where there is one. */
export function discardDraft(actor: Actor, timeOffId: string) {
  remove(actor, arrangementDrafts, eq(arrangementDrafts.timeOffId, timeOffId))
}
