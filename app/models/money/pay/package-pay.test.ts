import { students } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { openSchool, rowOf } from "../../../../tests/support/school"
import { addPackageOffer, choosePackageBeyond, sellPackage } from "../package/sell-package.server"
import { approvePay, lockPay } from "./approve-pay.server"
import { calculatePay } from "./pay-lines.server"
import { agreePayRate } from "./pay-rates.server"
import { findPay } from "./payslips.server"

// A percentage of a lesson that takes from a package only after its payslip: when that is sold, or when another lesson gives
// its place back.

const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))
const september = { from: "2026-09-01", to: "2026-09-30" }
const october = { from: "2026-10-01", to: "2026-10-31" }

let actor: Actor
let teacherId = ""

beforeEach(() => {
  at("2026-09-01")
  actor = openSchool().actor
  teacherId = addTeacherRow(actor, "Marcus Whitfield")
})

/** A piano student who pays by package, whose teacher is paid half of what is charged. */
function openPackageLessons() {
  const piano = openClass(actor, {
    class: { name: "Piano", teacherId },
    pupils: ["Ada Rossi"],
    price: { billing: "package", amountMinor: 4000 },
  })
  const [studentId = ""] = piano.studentIds
  choosePackageBeyond(actor, "wait")
  agreePayRate(actor, teacherId, {
    kind: "percent",
    amountMinor: 0,
    basisPoints: 5000,
    fromDate: "2026-09-01",
  })
  at("2026-09-20")
  return {
    /** A session on a day, and attendance taken at it, once and again. */
    lessonOn(day: string) {
      const id = addSessionRow(actor, piano.classId, day, { teacherId, startTime: "10:00" })
      return (code: MarkCode) =>
        expect(takeRegister(actor, id, { marks: [{ studentId, code }] }).ok, `${code} on ${day}`).toBe(true)
    },
    sell(soldOn: string, lessons: number) {
      const offer = addPackageOffer(actor, {
        ...{ name: "Lessons", lessons, price: lessons * 3000, restRule: "credit" as const },
      })
      const familyId = rowOf(students, { id: studentId })?.familyId ?? ""
      return sellPackage(actor, {
        ...{ familyId, studentId, soldOn, formKey: newId() },
        offerId: offer.ok ? offer.id : "",
      })
    },
  }
}

function lockSeptember() {
  const { totalMinor } = findPay(actor, teacherId, september)
  expect(approvePay(actor, september, { teacherIds: [teacherId], reviewedMinor: totalMinor }).ok).toBe(true)
  lockPay(actor, september)
}

const amounts = () =>
  (calculatePay(actor, october, teacherId).get(teacherId) ?? []).map(({ kind, amountMinor }) => [
    kind,
    amountMinor,
  ])

test("a lesson that waited for its package is paid its percentage once that is sold", () => {
  const { lessonOn, sell } = openPackageLessons()
  lessonOn("2026-09-08")("present")
  at("2026-10-01")
  lockSeptember()
  at("2026-10-10")
  expect(amounts()).toEqual([])
  expect(sell("2026-10-10", 3)).toMatchObject({ ok: true, covered: 1 })
  expect(amounts()).toEqual([["correction", 1500]])
})

test("a lesson that takes from a package what another one gave back is paid its percentage", () => {
  const { lessonOn, sell } = openPackageLessons()
  expect(sell("2026-09-20", 1).ok).toBe(true)
  const [early, late] = [lessonOn("2026-09-08"), lessonOn("2026-09-15")]
  early("present")
  late("present")
  at("2026-10-01")
  lockSeptember()
  at("2026-10-10")
  early("excused")
  expect(amounts()).toEqual([["correction", -1500]])
  // The same marks again: this time the package has room.
  late("present")
  expect(amounts()).toEqual([
    ["correction", -1500],
    ["correction", 1500],
  ])
})
