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
import { histories } from "../../../../tests/support/histories/count"
import { fillSchool } from "../../../../tests/support/large-school"
import { anyWrite, forget, tryTo } from "../../../../tests/support/random-writes"
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

test("over any history what is kept is what reading it again says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyWrite, { minLength: 1, maxLength: 6 }), async (history) => {
      await figures()
      for (const each of history) tryTo(actor, each)
      const kept = await figures()
      forget()
      expect(kept).toEqual(await figures())
    }),
    { numRuns: histories(40) },
  )
})
