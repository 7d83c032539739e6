import { expect, test } from "vitest"
import { openSchool } from "../tests/support/school"
import { sqlite, transact } from "./client.server"
import { markDay, signsMonths, watchMonths } from "./month-signs.server"
import { keepOfMonths, type OnSign } from "./unchanged-months.server"

const may = Date.UTC(2026, 4, 10)
const july = Date.UTC(2026, 6, 10)

/** Which of some signs were written since they were asked for last. */
function openSigns() {
  const { id } = openSchool().actor.school
  const keep = keepOfMonths<true>(100)
  const month = (sign: OnSign["sign"], name: string) => ({
    key: `${sign} ${name}`,
    on: [{ sign, from: name, to: name }],
  })
  const asked = (["money", "recorded", "charges", "lessons"] as const).flatMap((sign) => [
    month(sign, "2026-05"),
    month(sign, "2026-07"),
  ])
  const changed = () => {
    const keys: string[] = []
    keep(id, asked, (stale) => {
      keys.push(...stale.map(({ key }) => key))
      return stale.map(() => true)
    })
    return keys
  }
  changed()
  return { id, changed }
}

const written = (work: () => void) => {
  sqlite().pragma("foreign_keys = off")
  try {
    work()
  } finally {
    sqlite().pragma("foreign_keys = on")
  }
}

test("an installment changes what was recorded in the month it was made, and in the one it ended", () => {
  const { id, changed } = openSigns()
  written(() =>
    sqlite()
      .prepare(
        `insert into installments (school_id, id, created_at, plan_id, invoice_id, position, due_on, amount_minor,
          later_minor, is_first) values (?, 'first', ?, 'plan', 'invoice', 1, '2026-09-01', 100, 0, 1)`,
      )
      .run(id, may),
  )
  expect(changed()).toEqual(["recorded 2026-05"])
  written(() => sqlite().prepare("update installments set ended_at = ? where school_id = ?").run(july, id))
  expect(changed()).toEqual(["recorded 2026-07"])
  written(() => sqlite().prepare("update installments set amount_minor = 90 where school_id = ?").run(id))
  expect(changed()).toEqual(["recorded 2026-05"])
})

test("what is settled changes the month of its payment, and a correction that of what it corrects", () => {
  const { id, changed } = openSigns()
  const write = (sql: string, ...values: unknown[]) =>
    written(() =>
      sqlite()
        .prepare(sql.replace("@", `'${id}'`))
        .run(...values),
    )
  write(`insert into payments (school_id, id, created_at, family_id, method, amount_minor, currency, received_on,
    received_at, payer_name) values (@, 'cash', 1, 'family', 'cash', 100, 'USD', '2026-05-03', 1, 'Zoë')`)
  expect(changed()).toEqual(["money 2026-05"])
  write(
    `insert into allocations (school_id, id, created_at, payment_id, invoice_id, amount_minor)
      values (@, 'part', ?, 'cash', 'invoice', 40)`,
    july,
  )
  expect(changed()).toEqual(["money 2026-05", "recorded 2026-07"])
  const charge = `insert into charges (school_id, id, created_at, family_id, source, corrects_charge_id, description, reason,
    occurred_on, amount_minor) values (@, ?, 1, 'family', ?, ?, 'Book', 'Book', ?, ?)`
  write(charge, "book", "item", null, "2026-05-02", 900)
  expect(changed()).toEqual(["charges 2026-05"])
  write(charge, "less", "correction", "book", "2026-07-02", -100)
  expect(changed()).toEqual(["charges 2026-05", "charges 2026-07"])
  write("update charges set billed_lines = 1 where school_id = @")
  expect(changed()).toEqual([])
  write("update charges set amount_minor = 800 where school_id = @ and id = 'book'")
  expect(changed()).toEqual(["charges 2026-05"])
})

test("what a transaction takes back is known again, and nothing that was read in it", () => {
  const { id, changed } = openSigns()
  const add = () =>
    sqlite()
      .prepare(
        `insert into refunds (school_id, id, created_at, family_id, payment_id, kind, method, amount_minor, currency,
          refunded_on, refunded_at) values (?, 'back', 1, 'family', 'cash', 'refund', 'cash', 10, 'USD', '2026-07-01', 1)`,
      )
      .run(id)
  written(() =>
    expect(() =>
      transact(() => {
        add()
        expect(changed()).toEqual(["money 2026-07"])
        throw new Error("taken back")
      }),
    ).toThrow("taken back"),
  )
  // The one that was known before was replaced by the one read in the transaction.
  expect(changed()).toEqual(["money 2026-07"])
  expect(changed()).toEqual([])
})

test("without the triggers of this version nothing but the school’s own sign counts, and setting them ends what was kept", () => {
  const { id, changed } = openSigns()
  const write = () => sqlite().prepare("update schools set name = 'Other' where id = ?").run(id)
  write()
  expect(changed()).toEqual([])
  const name = sqlite()
    .prepare("select name from sqlite_master where name like 'month_signs_money_insert_payments%'")
    .pluck()
    .get()
  sqlite().exec(`drop trigger ${name}`)
  expect(signsMonths(sqlite())).toBe(false)
  expect(changed()).toHaveLength(8)
  expect(changed()).toEqual([])
  write()
  expect(changed()).toHaveLength(8)
  watchMonths(sqlite())
  expect(signsMonths(sqlite())).toBe(true)
  expect(changed()).toHaveLength(8)
  write()
  expect(changed()).toEqual([])
})

test("a day is called the same in JavaScript and in SQL, and the days of two months differently", () => {
  const days = Array.from({ length: 64 }, (_, index) =>
    new Date(Date.UTC(2026, 10, 1 + index)).toISOString().slice(0, 10),
  )
  expect(new Set(days.map(markDay)).size).toBe(64)
  const name = sqlite().prepare("select printf('%02d', unixepoch(?) / 86400 % 64)").pluck()
  for (const day of days) expect(name.get(day)).toBe(markDay(day))
})
