import { transact } from "db/client.server"
import { staffSavedAnswers } from "db/schema/platform-desk"
import { and, ne, sql } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import {
  platformAdd,
  platformChange,
  platformRemoveRow,
  select,
} from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import type { Result } from "~/utils/result"
import { recordPlatformAct } from "../staff-act/staff-act.server"

// Answers that the staff keep to use again, each under a title of its own.

const mostAnswers = 200

type Answer = { title: string; content: string }
type Saved = Result<void, "same-title" | "too-many" | "missing">

/** All of them, by title. */
export const listSavedAnswers = (_staff: SuperActor) =>
  select({ id: staffSavedAnswers.id, title: staffSavedAnswers.title, content: staffSavedAnswers.content })
    .from(staffSavedAnswers)
    .orderBy(sql`lower(${staffSavedAnswers.title})`)
    .limit(mostAnswers)
    .all()

/** Adds an answer, or changes the one of this id. Refuses a title that another one has. */
export function saveAnswer(staff: SuperActor, { title, content }: Answer, id?: string): Saved {
  return transact(() => {
    const isTaken = select({ id: staffSavedAnswers.id })
      .from(staffSavedAnswers)
      .where(
        and(
          sql`lower(${staffSavedAnswers.title}) = lower(${title})`,
          id ? ne(staffSavedAnswers.id, id) : undefined,
        ),
      )
      .get()
    if (isTaken) return { ok: false, reason: "same-title" }
    if (!id && listSavedAnswers(staff).length >= mostAnswers) return { ok: false, reason: "too-many" }
    const at = now()
    if (id) {
      const changes = platformChange(staffSavedAnswers, id, { title, content, updatedAt: at })
      if (changes === 0) return { ok: false, reason: "missing" }
    } else platformAdd(staffSavedAnswers, { id: newId(), title, content, updatedAt: at, createdAt: at })
    recordPlatformAct(staff, { verb: "save-answer", about: title })
    return { ok: true }
  })
}

/** Removes an answer. False when it is gone. */
export function removeAnswer(staff: SuperActor, id: string): boolean {
  return transact(() => {
    const row = platformRemoveRow(staffSavedAnswers, id)
    if (!row) return false
    recordPlatformAct(staff, { verb: "save-answer", about: `Removed: ${row.title}` })
    return true
  })
}
