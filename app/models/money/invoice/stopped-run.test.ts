import { invoices } from "db/schema/money"
import { invoiceRuns } from "db/schema/money-invoice-runs"
import { describe, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock, now } from "~/utils/clock.server"
import { billFamilies, openFamily, owe } from "../../../../tests/support/billing"
import { changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { stopAtWrite } from "../../../../tests/support/stopped-writes"
import { billBatch } from "./invoice-batch.server"
import { findRun, listStandingRuns, sendRunNow } from "./invoice-run.server"
import { undoRun } from "./undo-run.server"

// What stops a run in the middle doesn’t stop it for good, and its form says what there is.

const choice = { from: "2026-11-01", to: "2026-11-30", dueOn: "2026-12-02", note: null, asDrafts: false }

function openRun(families: number) {
  const { actor } = openSchool()
  const owing = Array.from({ length: families }, (_, n) => {
    const adults = [{ name: `Payer ${n}`, email: `payer${n}@mail.example`, payerShare: 10_000 }]
    const family = openFamily(actor, { name: `Family ${n}`, adults, children: ["Mia"] })
    owe(actor, family, 1000 + n)
    return family.familyId
  })
  return { actor, owing }
}

const send = (actor: Actor, familyIds: readonly string[]): string =>
  billFamilies(actor, { ...choice, familyIds }).run?.id ?? ""

const papers = ({ school }: Actor) => rowsOf(invoices, { schoolId: school.id }, { only: ["id"] })

describe("a run that was stopped in the middle", () => {
  test("is finished by the same form, which then says the whole", async () => {
    const { actor, owing } = openRun(4)
    await expect(
      stopAtWrite(30, () => billBatch(actor, { ...choice, familyIds: owing }, "form")),
    ).rejects.toThrow("stopped by the test")
    expect(papers(actor).length).toBeLessThan(4)
    // Whoever looks sees what is left; the form has gone on with all.
    const left = owing.slice(papers(actor).length)
    const ended = await billBatch(actor, { ...choice, familyIds: left }, "form")
    expect([ended.isOver, ended.made, ended.refused, ended.run?.state]).toEqual([true, 4, [], "held"])
    expect(papers(actor)).toHaveLength(4)
  })

  test("goes on by itself when no one presses again", async () => {
    const { actor, owing } = openRun(4)
    await expect(stopAtWrite(30, () => billBatch(actor, { ...choice, familyIds: owing }))).rejects.toThrow()
    while (await runNextJob());
    expect(papers(actor)).toHaveLength(4)
  })

  test("by an earlier build is said, and can be sent or undone", async () => {
    for (const end of ["send", "undo"]) {
      const { actor, owing } = openRun(2)
      const runId = send(actor, owing)
      changeRows(invoiceRuns, { id: runId }, { taskId: null, endedAt: null, heldUntil: null })
      expect(listStandingRuns(actor).map(({ state }) => state)).toEqual(["stopped"])
      if (end === "send") expect(sendRunNow(actor, runId)).toEqual({ ok: true })
      else expect((await undoRun(actor, runId)).ok).toBe(true)
      expect(findRun(actor, runId)?.state).toBe(end === "send" ? "sent" : "undone")
      expect(listStandingRuns(actor)).toEqual([])
    }
  })
})

test("a form that is gone back to for other families starts another run", async () => {
  const { actor, owing } = openRun(4)
  const first = await billBatch(actor, { ...choice, familyIds: owing.slice(0, 2) }, "form")
  const second = await billBatch(actor, { ...choice, familyIds: owing.slice(2) }, "form")
  const again = await billBatch(actor, { ...choice, familyIds: owing.slice(2) }, "form")
  expect([first.made, second.made, again.made]).toEqual([2, 2, 2])
  expect(again.run?.id).toBe(second.run?.id)
  expect(papers(actor)).toHaveLength(4)
})

test("a held run stays in sight beside newer ones that were undone", async () => {
  const { actor, owing } = openRun(5)
  const [held = "", ...others] = owing
  const runId = send(actor, [held])
  for (const familyId of others) {
    fixClock(now() + 1000)
    await undoRun(actor, send(actor, [familyId]))
  }
  expect(listStandingRuns(actor).map(({ id }) => id)).toEqual([runId])
})
