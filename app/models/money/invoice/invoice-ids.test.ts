import { expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { fillSchool } from "../../../../tests/support/large-school"
import { recordStatements } from "../../../../tests/support/query-plan"
import { openSchool } from "../../../../tests/support/school"
import { invoiceSorts } from "./invoice-columns"
import { writeInvoicesFile } from "./invoices-file.server"
import { listInvoiceIds, listInvoices } from "./list-invoices.server"

test("the ids of a selection are those of its list, and more than can be selected aren’t read", async () => {
  fixClock(testNow)
  const { actor } = openSchool()
  fillSchool(actor, { students: 40, weeksPast: 14, weeksAhead: 1 })
  const filters = [
    {},
    { status: "overdue" as const },
    { search: "family 1" },
    { order: "reversed" as const },
    ...invoiceSorts.map((sort) => ({ sort })),
  ]
  for (const filter of filters)
    for (const page of [null, 1]) {
      const ids = listInvoices(actor, { ...filter, page }).rows.map(({ id }) => id)
      expect(listInvoiceIds(actor, { ...filter, page }, 1000)).toEqual(ids)
    }
  const { count } = listInvoices(actor, { page: null })
  expect(count).toBeGreaterThan(20)
  expect(listInvoiceIds(actor, { page: null }, count)).toHaveLength(count)
  const statements = await recordStatements(async () =>
    expect(listInvoiceIds(actor, { page: null }, count - 1)).toBeUndefined(),
  )
  expect(statements.filter((each) => /issued_at/.test(each.sql) && /order by/.test(each.sql))).toEqual([])
})

test("the file of chosen invoices has their lines of the whole list’s file, in its order, and looks at no others", async () => {
  fixClock(testNow)
  const { actor } = openSchool()
  fillSchool(actor, { students: 40, weeksPast: 14, weeksAhead: 1 })
  const ids = listInvoices(actor, { page: null }).rows.map(({ id }) => id)
  const [head, ...lines] = writeInvoicesFile(actor, {}).csv.split("\r\n").filter(Boolean)
  expect(lines).toHaveLength(ids.length)
  const chosen = [12, 0, 5]
  const file = () => writeInvoicesFile(actor, { ids: chosen.map((index) => ids[index] ?? "") })
  let csv = ""
  const statements = await recordStatements(async () => {
    csv = file().csv
  })
  expect(csv.split("\r\n").filter(Boolean)).toEqual([head, lines[0], lines[5], lines[12]])
  const ofInvoices = statements.filter(({ sql }) => /from "?invoices/.test(sql))
  expect(ofInvoices.length).toBeGreaterThan(0)
  expect(ofInvoices.filter(({ sql }) => !/"invoices"\."id" in \(select value/.test(sql))).toEqual([])
})
