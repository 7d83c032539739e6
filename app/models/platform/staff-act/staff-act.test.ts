import { sqlite, transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { staffActs } from "db/schema/platform"
import { expect, test } from "vitest"
import { eraseSchool } from "~/models/accounts/school/erase-school.server"
import { inAct } from "../../../../tests/support/in-act"
import { openSchool, removeRows, rowOf, rowsOf } from "../../../../tests/support/school"
import { addStaff } from "../../../../tests/support/support-chat"
import { recordStaffAct } from "./staff-act.server"

/** A school about which someone of the staff did something. */
function act() {
  const { actor } = openSchool()
  const staff = addStaff()
  inAct(recordStaffAct)(staff, actor, {
    verb: "suspend-by-staff",
    reason: "Card reported stolen",
    told: "Write to us.",
  })
  return { schoolId: actor.school.id, userId: staff.userId }
}

const actsOf = (schoolId: string) => rowsOf(staffActs, { schoolId })

test("what staff did stays as it was written; only the account of who did it may go", () => {
  const { schoolId, userId } = act()
  for (const change of ["reason = 'x'", "told = 'x', user_id = null", "user_id = 'x'", "staff_name = 'x'"])
    expect(
      () => sqlite().prepare(`update staff_acts set ${change} where school_id = ?`).run(schoolId),
      change,
    ).toThrow("append-only")
  expect(() => removeRows(staffActs, { schoolId })).toThrow("append-only")
  removeRows(users, { id: userId })
  expect(actsOf(schoolId)).toMatchObject([
    { userId: null, staffName: "Sam Ortiz", verb: "suspend-by-staff", reason: "Card reported stolen" },
  ])
})

test("it goes with its school, and stays of the others", () => {
  const [gone, other] = [act(), act()]
  transact(() => eraseSchool(gone.schoolId))
  expect(actsOf(gone.schoolId)).toEqual([])
  expect(rowOf(schools, { id: gone.schoolId })).toBeUndefined()
  expect(() => removeRows(staffActs, { schoolId: other.schoolId })).toThrow("append-only")
})
