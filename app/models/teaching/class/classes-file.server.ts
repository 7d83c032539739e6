import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { answersOf } from "~/models/foundation/custom-field/answers.server"
import { answerCell } from "~/models/foundation/custom-field/custom-field"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { todayOf } from "~/utils/clock.server"
import { writeCsv } from "~/utils/csv.server"
import { priceOf } from "../price/price"
import { listClassPrices } from "../price/price.server"
import { kindLabels } from "./class-query"
import { listClasses } from "./list-classes.server"

/** Some classes as a CSV file. Amounts are numbers in the school's currency; who doesn't see prices gets none. */
export function writeClassesFile(actor: Actor, ids: readonly string[]): { fileName: string; csv: string } {
  const day = todayOf(actor)
  const { classes } = listClasses(actor, { ids }, "all")
  const fields = listFields(actor, "class")
  const answers = answersOf(actor, fields.length > 0 ? ids : [])
  const seesPrices = seesFamilyMoney(actor)
  const prices = seesPrices ? listClassPrices(actor, ids) : new Map<string, never>()
  const rows = classes.map((row) => {
    const price = priceOf(null, prices.get(row.id) ?? [], day)
    return [
      row.name,
      kindLabels[row.kind],
      row.instrument,
      row.teacherName,
      row.roomName,
      row.patterns.join("; "),
      row.enrolled,
      row.capacity,
      ...(seesPrices
        ? [price ? price.amountMinor / 100 : null, price?.billing.replace("_", " ") ?? null]
        : []),
      row.nextSession ? `${row.nextSession.localDate} ${row.nextSession.startTime}` : null,
      ...fields.map((field) => answerCell(field, answers.get(row.id)?.[field.id])),
    ]
  })
  return {
    fileName: `classes-${day}.csv`,
    csv: writeCsv(
      [
        "Class",
        "Type",
        "Instrument",
        "Teacher",
        "Room",
        "Weekly times",
        "Enrolled",
        "Spots",
        ...(seesPrices ? ["Price", "Billing"] : []),
        "Next Lesson",
        ...fields.map(({ name }) => name),
      ],
      rows,
    ),
  }
}
