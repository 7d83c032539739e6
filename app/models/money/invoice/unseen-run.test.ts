import { jobs } from "db/schema/foundation"
import { beforeEach, expect, test } from "vitest"
import { runNextItems } from "~/models/foundation/task/run-task.server"
import { fixClock, now } from "~/utils/clock.server"
import { billFamilies, owe } from "../../../../tests/support/billing"
import { openPayingFamily } from "../../../../tests/support/family"
import { payInCash } from "../../../../tests/support/payments"
import { removeRows } from "../../../../tests/support/school"
import { portalSpareCredit } from "../family-invoice/portal-charges.server"
import { findPortalInvoice, listPortalInvoices } from "../family-invoice/portal-invoices.server"
import { portalStatement } from "../statement/statement.server"
import { findRun, sendRunNow } from "./invoice-run.server"
import { startUndoRun, undoRunWork } from "./undo-run.server"

// Families see the invoices of a run when its emails leave, not before: so an undo takes back nothing that anyone has read.

let family: ReturnType<typeof openPayingFamily>
const minute = 60_000
const year = { from: "2026-01-01", to: "2026-12-31" }

beforeEach(() => {
  removeRows(jobs)
  family = openPayingFamily()
})

function send(): string {
  owe(family.school, family, 3000)
  const answer = billFamilies(
    family.school,
    {
      from: "2026-11-01",
      to: "2026-11-30",
      dueOn: "2026-12-02",
      note: null,
      asDrafts: false,
      familyIds: [family.familyId],
    },
    null,
  )
  if (!answer.run) throw new Error("There is no run.")
  return answer.run.id
}

/** What the guardian sees: invoices, entries of the statement, account credit. */
const seen = () => {
  const { actor } = family.guardian
  return {
    invoices: listPortalInvoices(actor).map(({ totalMinor }) => totalMinor),
    statement: portalStatement(actor, year)?.entries.map(({ amountMinor }) => amountMinor),
    credit: portalSpareCredit(actor, [
      { familyId: family.familyId, guardianId: family.guardianIds[0] ?? "" },
    ]),
  }
}

const undo = (runId: string) => {
  const started = startUndoRun(family.school, runId)
  if (!started.ok) throw new Error(started.reason)
  while (runNextItems(family.school, started.taskId, undoRunWork));
}

test("a family sees nothing of a run until its emails leave, and its credit as before", () => {
  const prepaid = payInCash(family.school, { familyId: family.familyId, amountMinor: 1000 })
  expect(prepaid.ok).toBe(true)
  const before = seen()
  expect(before).toEqual({ invoices: [], statement: [-1000], credit: 1000 })
  const runId = send()
  expect(findRun(family.school, runId)?.state).toBe("held")
  expect(seen()).toEqual(before)
  fixClock(now() + 3 * minute)
  expect(seen()).toEqual({ invoices: [3000], statement: [3000, -1000], credit: 0 })
})

test("sent at once, it is there at once", () => {
  const runId = send()
  expect(sendRunNow(family.school, runId).ok).toBe(true)
  const [invoice] = listPortalInvoices(family.guardian.actor)
  expect(findPortalInvoice(family.guardian.actor, invoice?.id ?? "")?.number).toBe(invoice?.number)
})

test("undone before, the family never sees it, by its address neither", () => {
  const runId = send()
  undo(runId)
  fixClock(now() + 60 * minute)
  expect(findRun(family.school, runId)?.state).toBe("undone")
  expect(seen()).toEqual({ invoices: [], statement: [], credit: 0 })
})

test("what an undo leaves standing is seen as soon as its email leaves", () => {
  const runId = send()
  fixClock(now() + 1000)
  const paid = payInCash(family.school, { familyId: family.familyId, amountMinor: 3000 })
  expect(paid.ok).toBe(true)
  fixClock(now() + 1000)
  undo(runId)
  fixClock(now() + 1000)
  expect(seen().invoices).toEqual([3000])
})
