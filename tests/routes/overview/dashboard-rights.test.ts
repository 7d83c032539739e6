import { members } from "db/schema/people"
import { expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { addSessionRow, openClass } from "../../support/lessons"
import { addMember, changeRows, openSchool } from "../../support/school"

test("a member who doesn’t see the schedule gets nothing of it with the dashboard, also not as data", async () => {
  fixClock(testNow)
  const { actor, userId } = openSchool()
  const { teacherId } = addMember(actor, "teacher", "Marcus Whitfield")
  const { classId } = openClass(actor, { class: { teacherId } })
  addSessionRow(actor, classId, "2026-11-17", { teacherId })
  const iris = addMember(actor, "office", "Iris Novak")
  const { memberId } = iris
  changeRows(members, { id: memberId }, { rights: "prices" })
  const read = async (user: string) => (await Browser.of(user)).html("/dashboard.data")
  expect(await read(userId)).toContain("Marcus Whitfield")
  expect(await read(iris.userId)).not.toContain("Marcus Whitfield")
})
