import { customValues } from "db/schema/foundation-lists"
import { eq, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { hangingColumns, type PersonNoun } from "~/models/foundation/access/declared-tables.server"
import { remove } from "~/models/foundation/access/door.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { countOf } from "~/utils/formats"
import { doubledRows, hangingOn, joinDoubled, move, moveChosen } from "./hanging-rows.server"
import { customName, type FieldChoice, type MergedNoun } from "./person-merge"

// What hangs on one record joins another. Of two rows that can be there only once, that of the record that stays is kept; of two notes,
// both texts are.

export function moveRows(
  actor: Actor,
  noun: PersonNoun,
  { keepId, goneId }: { keepId: string; goneId: string },
) {
  for (const { merge, standing, ...hanging } of hangingColumns(noun)) {
    if (merge === "stay" || (typeof merge === "object" && "by" in merge)) continue
    if (merge !== "move") {
      const { onceBy, joins } = merge
      if (joins) joinDoubled(actor, hanging, { keepId, goneId, onceBy, joins })
      const doubled = doubledRows(actor, hanging, { keepId, goneId, onceBy, standing })
      remove(actor, hanging.table, inArray(hanging.table.id, doubled))
    }
    move(actor, hanging, { keepId, goneId })
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
  { noun, keepId, goneId }: { noun: MergedNoun; keepId: string; goneId: string },
  chosen: ReadonlyMap<string, FieldChoice>,
) {
  const fields = [...listFields(actor, noun), ...listFields(actor, noun, { archived: true })]
  for (const { id } of fields) {
    const answers = { table: customValues, column: "subjectId", only: eq(customValues.fieldId, id) }
    const isAnswered = hangingOn(actor, answers, keepId).length > 0
    moveChosen(actor, answers, { keepId, goneId }, isAnswered ? chosen.get(customName(id)) : "gone")
  }
}
