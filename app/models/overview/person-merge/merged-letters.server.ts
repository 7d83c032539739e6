import { emails } from "db/schema/foundation-mail"
import { readerUpdates } from "db/schema/teaching-reader-updates"
import { and, getTableName, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, idsOf } from "~/models/foundation/access/door.server"
import { type RowChange, undoable } from "~/models/foundation/access/row-changes.server"
import { undoEach } from "~/models/foundation/access/undo.server"
import { isUntried, moveReader } from "~/models/foundation/outbox/move-reader.server"

// What waits to be told to two people who become one, and are parted again.

type Reader = { id: string; email: string | null; memberId: string | null }

/** What waits names the one who stays, and goes to their address. Answers what `partLetters` takes back. */
export const joinLetters = (
  actor: Actor,
  { keep, gone }: { keep: Reader; gone: Reader },
  merged: Omit<Reader, "id"> | undefined,
): RowChange[] =>
  undoable(() => {
    change(actor, readerUpdates, sql`instr(${readerUpdates.known}, ${gone.id}) > 0`, {
      known: sql`replace(${readerUpdates.known}, ${gone.id}, ${keep.id})`,
    })
    for (const from of [keep.email, gone.email])
      moveReader(actor, { from, to: merged?.email ?? null, memberId: merged?.memberId ?? null })
  })

/** What still waits is again for whom it was, each letter for itself. What has left stays where it went. */
export function partLetters(actor: Actor, changes: readonly RowChange[]) {
  const waiting = ({ table, ids }: RowChange) =>
    table === getTableName(emails) ? idsOf(actor, emails, and(inArray(emails.id, ids), isUntried())) : ids
  undoEach(
    actor,
    changes.map((each) => ({ ...each, ids: waiting(each) })),
  )
}
