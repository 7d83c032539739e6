import { sqlite } from "db/client.server"
import { expect } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { copyWhole } from "~/models/platform/live-demo/live-demo.server"

/** What a copy has as its sample has it. What was paid online stays behind with its order. */
const copied = [
  "families",
  "charges",
  "invoices",
  "invoice_lines",
  "payments",
  "allocations",
  "credit_notes",
  "invoice_runs",
]

const rowsOf = (schoolId: string) =>
  copied.map((table) => {
    const { n } = sqlite()
      .prepare(`select count(*) as n from "${table}" where school_id = ?`)
      .get(schoolId) as {
      n: number
    }
    return [table, n]
  })

/** A demo can be opened whatever its sample has lived through. */
export async function checkCopy({ school }: Actor, after: string) {
  const copy = await copyWhole(school.id).catch((error: unknown) => {
    throw new Error(`The school can’t be copied after ${after}.`, { cause: error })
  })
  expect([after, rowsOf(copy)]).toEqual([after, rowsOf(school.id)])
}
