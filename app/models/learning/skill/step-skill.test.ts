import { expect, test } from "vitest"
import { openLearning, skillIds } from "../../../../tests/support/learning"
import { openSchool } from "../../../../tests/support/school"
import { addSkill, startSkillList } from "./skill-list.server"
import { findSkillSheets } from "./skill-sheet.server"
import { listNextSkills, stepSkill } from "./step-skill.server"

test("a step moves the skill being worked on; sent again it changes nothing, and the way back undoes it", () => {
  const { school, milo, miloId, otisId } = openLearning()
  const nextOf = () => listNextSkills(school, [miloId, otisId], "guitar").get(miloId)
  const first = nextOf()
  if (!first) throw new Error("Milo has a skill to work on.")
  expect(first).toMatchObject({ from: "not_started", to: "introduced" })
  const stateNow = () =>
    findSkillSheets(school, milo)
      .flatMap(({ levels }) => levels.flatMap(({ lines }) => lines))
      .find(({ skillId }) => skillId === first.skillId)?.state

  for (const _ of ["sent", "sent again"]) expect(stepSkill(school, milo, first).ok).toBe(true)
  expect(stateNow()).toBe("introduced")
  const second = { ...first, from: "introduced", to: "developing" } as const
  expect(nextOf()).toMatchObject(second)
  expect(stepSkill(school, milo, second).ok).toBe(true)
  expect(stepSkill(school, milo, { ...second, from: "secure", to: "mastered" })).toBeRefused(
    "changed-meanwhile",
  )
  expect(stepSkill(school, milo, { ...second, from: "developing", to: "introduced" }).ok).toBe(true)
  expect(stateNow()).toBe("introduced")
})

test("without a list there is nothing to step, and another school’s skill isn’t known", () => {
  const { school, milo, miloId } = openLearning()
  expect(listNextSkills(school, [miloId], "Bagpipe").size).toBe(0)
  expect(listNextSkills(school, [miloId], null).size).toBe(0)
  const other = openSchool().actor
  startSkillList(other, "Guitar")
  addSkill(other, { instrument: "Guitar", level: "Beginner", name: "Slides" })
  const [theirs = ""] = skillIds(other, miloId).values()
  expect(
    stepSkill(school, milo, { skillId: theirs || "none", from: "not_started", to: "introduced" }),
  ).toBeRefused("skill-unknown")
})
