import { sqlite } from "db/client.server"
import fc from "fast-check"
import { beforeAll, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { dryRunAside } from "~/models/money/auto-invoicing/auto-invoicing.server"
import { countUnbilled } from "~/models/money/charge/count-unbilled.server"
import { listUnbilledMonths, unbilledPeriod } from "~/models/money/charge/unbilled.server"
import { listInvoiceStates } from "~/models/money/invoice/invoice-states.server"
import { listFamilyBalances } from "~/models/money/ledger/family-balances.server"
import { balancesAside, monthSheetAside } from "~/models/money/month-sheet/month-aside.server"
import { listTeacherPay } from "~/models/money/pay/pay-slips.server"
import { listPortalPeople } from "~/models/people/invitation/portal-people.server"
import { fixClock } from "~/utils/clock.server"
import { testNow, testToday } from "../../../../tests/support/clock"
import { fillSchool } from "../../../../tests/support/large-school"
import { openSchool } from "../../../../tests/support/school"
import { listStudentsWith } from "../student-list/list-students-with.server"
import { rowsOfStudents } from "../student-list/student-rows.server"
import { findReady } from "./ready-page.server"

// Figures of a whole school stay known while tables are written that they aren't read of. Whatever is written, they are what
// reading all of it again says.

let actor: Actor
beforeAll(() => {
  fixClock(testNow)
  fillSchool(openSchool().actor, { students: 10, weeksPast: 4, weeksAhead: 1 }, "other-")
  actor = openSchool().actor
  fillSchool(actor, { students: 24, weeksPast: 12, weeksAhead: 1 })
})

const period = { from: "2026-11-01", to: "2026-11-30" }
const figures = async () => ({
  ready: await findReady(actor, { period: "all", from: "", to: "", page: 1 }),
  counts: countUnbilled(actor),
  days: [unbilledPeriod(actor), listUnbilledMonths(actor)],
  states: listInvoiceStates(actor),
  dryRun: await dryRunAside(actor, testToday),
  month: await monthSheetAside(actor, "2026-10"),
  balances: await balancesAside(actor, "2026-10-31"),
  families: await listFamilyBalances(actor, { state: "all", page: 1 }),
  pay: await listTeacherPay(actor, period),
  portal: listPortalPeople(actor),
  students: listOfStudents(),
})

function listOfStudents() {
  const { students } = listStudentsWith(actor, {}, "all")
  return [students, rowsOfStudents(actor, students, ["lessons", "next", "balance", "portal"], testToday)]
}

/** Writes one row of a table; `@n` is a number from 1 to 100. */
const writes = {
  charges: "amount_minor = @n * 100",
  families: "name = 'Family ' || @n",
  guardians: "email = iif(@n % 2, 'g' || @n || '@mail.example', null), billing_email = null",
  students: "first_name = 'Child ' || @n",
  teachers: "name = 'Teacher ' || @n",
  classes: "name = 'Class ' || @n",
  class_prices: "amount_minor = @n * 50",
  sessions: "register_taken_at = iif(@n % 3, starts_at + 1, null)",
  bookings: "starts_at = starts_at + @n * 60000",
  enrollments: "ends_on = iif(@n % 2, date('2026-10-20', @n || ' days'), null)",
  marks: "paid_percent = @n",
  seats: "notice_text = 'Note ' || @n",
  invoices: "due_on = date('2026-10-01', @n || ' days')",
  outcomes: "label = 'Status ' || @n",
  rooms: "name = 'Room ' || @n || ' ' || id",
} as const

const act = fc.record({
  table: fc.constantFrom("payments" as const, ...(Object.keys(writes) as (keyof typeof writes)[])),
  row: fc.nat(1000),
  n: fc.integer({ min: 1, max: 100 }),
})

/** A payment is never edited: another one comes. */
const pay = (of: number, amountMinor: number) =>
  sqlite()
    .prepare(
      `insert into payments (school_id, id, created_at, family_id, method, amount_minor, currency, received_on, received_at, payer_name)
        values (?, hex(randomblob(16)), 1, 'family-' || ?, 'cash', ?, 'USD', '2026-10-20', 1, 'Guardian')`,
    )
    .run(actor.school.id, BigInt((of % 12) + 1), BigInt(amountMinor))

function write(table: keyof typeof writes, { row, n }: { row: number; n: number }) {
  const count = Number(
    sqlite().prepare(`select count(*) from ${table} where school_id = ?`).pluck().get(actor.school.id),
  )
  sqlite()
    .prepare(
      `update ${table} set ${writes[table]} where rowid = (select rowid from ${table} where school_id = @school
        limit 1 offset @at)`,
    )
    .run({ school: actor.school.id, at: BigInt(row % Math.max(count, 1)), n: BigInt(n) })
}

/** What the database refuses changes nothing: an issued invoice is frozen. */
function tryTo({ table, row, n }: { table: keyof typeof writes | "payments"; row: number; n: number }) {
  try {
    if (table === "payments") pay(row, n)
    else write(table, { row, n })
  } catch (error) {
    if (!(error instanceof Error && "code" in error && String(error.code).includes("CONSTRAINT"))) throw error
  }
}

/** Nothing that was kept before stays true by its signs then. */
const forget = () => sqlite().prepare("update change_signs set sign = random()").run()

test("over any history what is kept is what reading it again says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (history) => {
      await figures()
      for (const each of history) tryTo(each)
      const kept = await figures()
      forget()
      expect(kept).toEqual(await figures())
    }),
    { numRuns: 40 },
  )
})
