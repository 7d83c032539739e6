import { charges } from "db/schema/money"
import { packages } from "db/schema/money-packages"
import { guardians, portalAccess, students } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { findTask, listTaskItems } from "~/models/foundation/task/task.server"
import { saveDraft } from "~/models/money/invoice/draft-invoice.server"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { endPackage } from "~/models/money/package/end-package.server"
import { findPackage } from "~/models/money/package/packages.server"
import { addPackageOffer, sellPackage } from "~/models/money/package/sell-package.server"
import { addDays } from "~/utils/dates"
import { allRows } from "../../../../tests/support/all-rows"
import { november, openFamily } from "../../../../tests/support/billing"
import { testToday } from "../../../../tests/support/clock"
import { addEnrollmentRow, addSessionRow, invoiceCharges, openClass } from "../../../../tests/support/lessons"
import { addMember, addRows, changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { runMerge, undoBulk } from "../bulk/run-selection.server"
import { compareStudents } from "./compare-students.server"

// One student entered in two families: divorced parents who both wrote to the school.

let actor: Actor
beforeEach(() => {
  actor = openSchool().actor
})

/** Freya with her mother's family, and again with her father's, where one of two lessons is invoiced. */
function openBoth() {
  const mothers = openFamily(actor, { name: "Okafor", children: ["Freya"] })
  const fathers = openFamily(actor, { name: "Rossi", children: ["Freya"] })
  const [keepId = "", goneId = ""] = [mothers.studentIds[0], fathers.studentIds[0]]
  const { classId } = openClass(actor, { pupils: [] })
  addEnrollmentRow(actor, classId, goneId)
  for (const day of [testToday, addDays(testToday, -7)]) {
    const sessionId = addSessionRow(actor, classId, day)
    expect(takeRegister(actor, sessionId, { marks: [{ studentId: goneId, code: "present" }] }).ok).toBe(true)
  }
  const [invoiced, open] = rowsOf(charges, { studentId: goneId })
  if (!invoiced || !open) throw new Error("Two lessons are charged.")
  invoiceCharges(actor, [{ chargeId: invoiced.id, amountMinor: invoiced.amountMinor }], fathers.familyId, 1)
  const { memberId } = addMember(actor, "student", "Paolo Rossi")
  changeRows(guardians, { id: fathers.guardianIds[0] ?? "" }, { memberId })
  addRows(portalAccess, { ...newRow(actor), memberId, studentId: goneId, as: "guardian" })
  return { mothers, fathers, keepId, goneId, invoiced, open }
}

const merge = (keepId: string, goneId: string) =>
  runMerge(actor, {
    kind: "merge-students",
    facts: { keepId, goneId, choices: {} },
    name: "Freya Rossi",
    formKey: `${keepId}${goneId}`,
  })
const accountOf = (chargeId: string) =>
  rowsOf(charges, { id: chargeId }, { only: ["familyId", "studentId"] })[0]
const accessOf = (studentId: string) => rowsOf(portalAccess, { studentId })

/** Every row of the school, without the task, the activity and the jobs. */
const everything = () => allRows(actor)

describe("a student entered in two families", () => {
  test("is shown with what stays with which account, and who no longer sees the student", () => {
    const { keepId, goneId } = openBoth()
    const found = compareStudents(actor, keepId, goneId)
    expect(found?.clashes).toEqual([])
    expect(found?.remarks).toEqual([
      "The student stays with Okafor. Rossi keeps its guardians, payments and balance, and has no other student.",
      expect.stringMatching(/^Invoices that stay with Rossi: \S+\.$/),
      "1 charge not invoiced yet moves to Okafor.",
      "Paolo Rossi of Rossi loses portal access to this student.",
    ])
    expect(compareStudents(openSchool().actor, keepId, goneId)).toBeUndefined()
  })

  test("stays two while a draft of the other family may hold what would move", async () => {
    const { fathers, keepId, goneId, open } = openBoth()
    expect(saveDraft(actor, november(fathers.familyId, [open.id])).ok).toBe(true)
    expect(compareStudents(actor, keepId, goneId)?.clashes.map(({ text }) => text)).toEqual([
      "Rossi has a draft invoice. Send or discard it first.",
    ])
    const taskId = await merge(keepId, goneId)
    expect(findTask(actor, taskId)?.excepted).toBe(1)
    expect(accountOf(open.id)?.familyId).toBe(fathers.familyId)
  })

  test("becomes one, what is invoiced stays, and all of it comes back with the undo", async () => {
    const { mothers, fathers, keepId, goneId, invoiced, open } = openBoth()
    const before = everything()
    const owed = familyBalance(actor, fathers.familyId)
    const taskId = await merge(keepId, goneId)
    expect(findTask(actor, taskId)?.excepted).toBe(0)
    expect(rowOf(students, { id: goneId })).toBeUndefined()
    expect(accountOf(invoiced.id)).toEqual({ familyId: fathers.familyId, studentId: keepId })
    expect(accountOf(open.id)).toEqual({ familyId: mothers.familyId, studentId: keepId })
    expect(familyBalance(actor, fathers.familyId)).toBe(owed)
    expect(accessOf(keepId)).toEqual([])
    await undoBulk(actor, taskId)
    expect(everything()).toEqual(before)
  })

  test("can’t be taken back once a charge that moved is invoiced", async () => {
    const { mothers, keepId, goneId, open } = openBoth()
    const taskId = await merge(keepId, goneId)
    invoiceCharges(actor, [{ chargeId: open.id, amountMinor: open.amountMinor }], mothers.familyId, 2)
    const undone = await undoBulk(actor, taskId)
    const reasons = undone.ok && listTaskItems(actor, undone.taskId, { state: "excepted", page: 1 })
    expect(JSON.stringify(reasons)).toContain("were invoiced, so this merge")
    expect(accountOf(open.id)?.familyId).toBe(mothers.familyId)
  })

  /** A package of three lessons that the father paid for, with one of them taken; its sale is invoiced or not. */
  function openPrepaid(isInvoiced: boolean) {
    const { mothers, fathers, keepId, goneId } = openBoth()
    const offer = addPackageOffer(actor, {
      ...{ name: "3 lessons", lessons: 3, price: 9000, restRule: "credit", tax: "default" },
    })
    const sold = sellPackage(actor, {
      ...{ offerId: offer.ok ? offer.id : "", familyId: fathers.familyId, studentId: goneId },
      ...{ soldOn: testToday, formKey: `sale ${goneId}` },
    })
    if (!sold.ok) throw new Error(sold.reason)
    const [sale] = rowsOf(charges, { packageId: sold.packageId })
    if (isInvoiced)
      invoiceCharges(actor, [{ chargeId: sale?.id ?? "", amountMinor: 9000 }], fathers.familyId, 2)
    const { classId } = openClass(actor, { price: { billing: "package", amountMinor: 3000 }, pupils: [] })
    const attend = (studentId: string, day: string) => {
      const sessionId = addSessionRow(actor, classId, day)
      const marks = [{ studentId, code: "present" as const }]
      expect(takeRegister(actor, sessionId, { marks }).ok).toBe(true)
    }
    addEnrollmentRow(actor, classId, goneId)
    attend(goneId, testToday)
    return { mothers, fathers, keepId, goneId, packageId: sold.packageId, saleId: sale?.id ?? "", attend }
  }
  const holderOf = (packageId: string) =>
    rowsOf(packages, { id: packageId }, { only: ["familyId", "studentId"] })[0]

  test("takes along a package, which goes on covering lessons, and its sale unless it is invoiced", async () => {
    for (const isInvoiced of [false, true]) {
      actor = openSchool().actor
      const { mothers, fathers, keepId, goneId, packageId, saleId, attend } = openPrepaid(isInvoiced)
      const before = everything()
      expect(compareStudents(actor, keepId, goneId)?.clashes).toEqual([])
      expect(compareStudents(actor, keepId, goneId)?.remarks.join(" ")).toContain(
        "1 package moves to Okafor.",
      )
      const taskId = await merge(keepId, goneId)
      expect(findTask(actor, taskId)?.excepted).toBe(0)
      expect(holderOf(packageId)).toEqual({ familyId: mothers.familyId, studentId: keepId })
      expect(accountOf(saleId)?.familyId).toBe(isInvoiced ? fathers.familyId : mothers.familyId)
      await undoBulk(actor, taskId)
      expect(everything()).toEqual(before)
      await runMerge(actor, {
        kind: "merge-students",
        facts: { keepId, goneId, choices: {} },
        ...{ name: "Freya Rossi", formKey: `again ${goneId}` },
      })
      attend(keepId, addDays(testToday, -14))
      expect(findPackage(actor, packageId)?.leftUnits).toBe(100)
    }
  })

  test("what is left of a package goes back to the account that was invoiced for it, and ends the undo", async () => {
    const { fathers, keepId, goneId, packageId } = openPrepaid(true)
    const taskId = await merge(keepId, goneId)
    expect(endPackage(actor, packageId, "Moves away").ok).toBe(true)
    const rest = rowsOf(charges, { source: "package_rest" })
    expect(rest.filter(({ packageId: of }) => of === packageId)).toMatchObject([
      { familyId: fathers.familyId, amountMinor: -6000 },
    ])
    const undone = await undoBulk(actor, taskId)
    const reasons = undone.ok && listTaskItems(actor, undone.taskId, { state: "excepted", page: 1 })
    expect(JSON.stringify(reasons)).toContain("has ended, so this merge")
  })
})
