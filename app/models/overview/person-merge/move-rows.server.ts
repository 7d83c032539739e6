import { customValues } from "db/schema/foundation-lists"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { customName } from "./compare-students.server"
import { doubledRows, hangingOn, idsOf, joinDoubled, type Merging } from "./merge-log.server"
import type { FieldChoice, MergedNoun } from "./person-merge"
import type { HangingTable } from "./student-tables.server"

// What hangs on one record joins another. Of two rows that can be there only once, that of the record that stays is kept; of two notes,
// both texts are.

export function moveRows(
  actor: Actor,
  log: Merging,
  tables: readonly HangingTable[],
  { keepId, goneId }: { keepId: string; goneId: string },
) {
  for (const { onceBy, joins, standing, isSettled, ...hanging } of tables) {
    if (isSettled) continue
    if (onceBy && joins) joinDoubled(actor, log, hanging, { keepId, goneId, onceBy, joins })
    if (onceBy) log.remove(hanging.table, doubledRows(actor, hanging, { keepId, goneId, onceBy, standing }))
    log.move(hanging.table, hanging.column, hangingOn(actor, hanging, goneId), goneId, keepId)
  }
}

/** Of each of the school's own fields the chosen answer stays. */
export function moveAnswers(
  actor: Actor,
  log: Merging,
  { noun, keepId, goneId }: { noun: MergedNoun; keepId: string; goneId: string },
  chosen: ReadonlyMap<string, FieldChoice>,
) {
  const fields = [...listFields(actor, noun), ...listFields(actor, noun, { archived: true })]
  for (const { id } of fields) {
    const of = (subjectId: string) =>
      idsOf(actor, customValues, and(eq(customValues.fieldId, id), eq(customValues.subjectId, subjectId)))
    const [ofKeep, ofGone] = [of(keepId), of(goneId)]
    const staysGone = chosen.get(customName(id)) === "gone" || ofKeep.length === 0
    log.remove(customValues, staysGone ? ofKeep : ofGone)
    if (staysGone) log.move(customValues, "subjectId", ofGone, goneId, keepId)
  }
}
