import { customValues } from "db/schema/foundation-lists"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { hangingColumns, type PersonNoun } from "~/models/foundation/access/declared-tables.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { countOf } from "~/utils/count-of"
import { doubledRows, hangingOn, idsOf, joinDoubled, type Merging } from "./merge-log.server"
import { customName, type FieldChoice, type MergedNoun } from "./person-merge"

// What hangs on one record joins another. Of two rows that can be there only once, that of the record that stays is kept; of two notes,
// both texts are.

export function moveRows(
  actor: Actor,
  log: Merging,
  noun: PersonNoun,
  { keepId, goneId }: { keepId: string; goneId: string },
) {
  for (const { merge, standing, ...hanging } of hangingColumns(noun)) {
    if (merge === "stay" || (typeof merge === "object" && "by" in merge)) continue
    if (merge !== "move") {
      const { onceBy, joins } = merge
      if (joins) joinDoubled(actor, log, hanging, { keepId, goneId, onceBy, joins })
      log.remove(hanging.table, doubledRows(actor, hanging, { keepId, goneId, onceBy, standing }))
    }
    log.move(hanging.table, hanging.column, hangingOn(actor, hanging, goneId), goneId, keepId)
  }
}

/** How much of what is moved, for the comparison. */
export const countMoving = (actor: Actor, noun: PersonNoun, recordId: string): string[] =>
  hangingColumns(noun).flatMap(({ label, ...hanging }) => {
    const count = label ? hangingOn(actor, hanging, recordId).length : 0
    return label && count > 0 ? [countOf(count, ...label)] : []
  })

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
