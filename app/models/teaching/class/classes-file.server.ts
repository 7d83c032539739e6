import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { answersOf, fieldColumns } from "~/models/foundation/custom-field/answers.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { todayOf } from "~/utils/clock.server"
import { type CsvColumn, writeTable } from "~/utils/csv.server"
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
  const rows = classes.map((row) => ({ ...row, price: priceOf(null, prices.get(row.id) ?? [], day) }))
  type Row = (typeof rows)[number]
  return {
    fileName: `classes-${day}.csv`,
    csv: writeTable(rows, [
      ["Class", (row) => row.name],
      ["Type", (row) => kindLabels[row.kind]],
      ["Instrument", (row) => row.instrument],
      ["Teacher", (row) => row.teacherName],
      ["Room", (row) => row.roomName],
      ["Weekly times", (row) => row.patterns.join("; ")],
      ["Enrolled", (row) => row.enrolled],
      ["Spots", (row) => row.capacity],
      ...(seesPrices
        ? ([
            ["Price", ({ price }) => (price ? price.amountMinor / 100 : null)],
            ["Billing", ({ price }) => price?.billing.replace("_", " ") ?? null],
          ] satisfies CsvColumn<Row>[])
        : []),
      ["Next Lesson", ({ nextSession: next }) => (next ? `${next.localDate} ${next.startTime}` : null)],
      ...fieldColumns(fields, answers, (row: Row) => row.id),
    ]),
  }
}
