import { subscriptions } from "db/schema/accounts-subscriptions"
import { expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { Browser } from "../../support/app"
import { addStudentRow, addTeacherRow } from "../../support/lessons"
import { changeRows, openSchool } from "../../support/school"

// The usage-limits panel (spec §2, §5, §9).

const many = (n: number, add: (place: number) => void) => Array.from({ length: n }, (_, place) => add(place))

async function panelOf(userId: string, path = "/settings/profile") {
  const html = await (await Browser.of(userId)).html(path)
  const part = /<section class="usage[\s\S]*?<\/section>/.exec(html)?.[0] ?? ""
  const text = part
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim()
  return {
    html,
    part,
    text,
    hairpins: [...part.matchAll(/class="usage-bar (\w+)"/g)].map(([, tone]) => tone),
  }
}
const addTeachers = (actor: Actor, n: number) => many(n, (place) => addTeacherRow(actor, `Teacher ${place}`))
const addStudents = (actor: Actor, n: number) =>
  many(n, (place) => addStudentRow(actor, `Student ${place}`, "Ek"))

test("green up to 80 percent, without an Upgrade button", async () => {
  const { actor, userId } = openSchool()
  addTeachers(actor, 4)
  const { text, hairpins } = await panelOf(userId)
  expect(text).toBe("Teachers 4 of 5, 80% Students 0 of 100, 0% Standard plan")
  expect(hairpins).toEqual(["ok", "ok"])
})

test("amber above 80 percent, red at 100, with the Upgrade button", async () => {
  const { actor, userId } = openSchool()
  addTeachers(actor, 5)
  addStudents(actor, 81)
  const { text, part, hairpins } = await panelOf(userId)
  expect(text).toBe("Teachers 5 of 5, 100% Students 81 of 100, 81% Standard plan Upgrade")
  expect(hairpins).toEqual(["bad", "warn"])
  expect(part).toContain('href="/select-plan?upgrade=true"')
})

test("the percentage stays at 100 when more is used than the plan holds", async () => {
  const { actor, userId } = openSchool()
  addTeachers(actor, 7)
  expect((await panelOf(userId)).text).toContain("Teachers 7 of 5, 100%")
})

test("unlimited shows the infinity sign and no bar", async () => {
  const { actor, userId } = openSchool()
  changeRows(subscriptions, { schoolId: actor.school.id }, { plan: "professional" })
  addTeachers(actor, 9)
  const { text, hairpins } = await panelOf(userId)
  expect(text).toBe("Teachers 9 of ∞ unlimited Students 0 of ∞ unlimited Professional plan")
  expect(hairpins).toEqual([])
})

test("a solo teacher has no Teachers row", async () => {
  const { text } = await panelOf(openSchool({ kind: "solo" }).userId)
  expect(text).toBe("Students 0 of ∞ unlimited Solo Teacher plan")
})

test("an inactive subscription says so and offers the Upgrade button", async () => {
  const { text } = await panelOf(openSchool({ active: false }).userId, "/support")
  expect(text).toContain("Subscription inactive Upgrade")
})

test("a teacher sees no panel", async () => {
  const { actor } = openSchool()
  const { addMember } = await import("../../support/school")
  expect((await panelOf(addMember(actor, "teacher", "Leo Marsh").userId)).part).toBe("")
})
