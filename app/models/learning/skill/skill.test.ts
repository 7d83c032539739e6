import { events } from "db/schema/foundation-audit"
import { skillStates } from "db/schema/learning"
import { expect, test } from "vitest"
import { openLearning, skillIds } from "../../../../tests/support/learning"
import { openSchool, rowsOf } from "../../../../tests/support/school"
import { findLearner } from "../learner/learner.server"
import { recordSkills, type SkillEntry } from "./record-skills.server"
import { buildSheets, type SheetRow } from "./skill"
import {
  addSkill,
  changeSkill,
  listArchivedSkills,
  listSkillInstruments,
  listSkills,
  moveSkill,
  setSkillArchived,
  startSkillList,
} from "./skill-list.server"
import { findSkillSheets, listSkillChanges, skillStamp } from "./skill-sheet.server"
import { starterInstruments, starterList } from "./starter-lists"

const row = (level: string, name: string, state: SheetRow["state"]): SheetRow => ({
  instrument: "Piano",
  level,
  name,
  state,
  skillId: name,
  since: null,
  comment: null,
  by: null,
})

test("what is missing for the next level is what the level being worked on still lacks", () => {
  const rows = [
    row("Beginner", "posture", "not_started"),
    row("Grade 1", "scales", "mastered"),
    row("Grade 1", "legato", "developing"),
    row("Grade 3", "pedal", "not_started"),
  ]
  const placed = (level: string | null) => buildSheets(rows, [{ instrument: "piano", level }])[0]
  expect(placed(null)).toMatchObject({ current: "Beginner", next: "Grade 1", missing: ["posture"] })
  expect(placed("grade 1")).toMatchObject({ current: "Grade 1", next: "Grade 3", missing: ["legato"] })
  expect(placed("Grade 3")).toMatchObject({ current: "Grade 3", next: null, missing: ["pedal"] })
  expect(placed("Unheard of")).toMatchObject({ current: "Beginner" })
  const done = buildSheets([row("Beginner", "posture", "secure")], [])
  expect(done[0]).toMatchObject({ current: null, next: null, missing: [] })
})

const secure = (comment: string | null = null): SkillEntry => ({ state: "secure", comment })
const today = "2026-11-18"

test("a change is a new row; what was said before stays, and the log says who changed what", () => {
  const { school, milo, miloId } = openLearning()
  const barre = skillIds(school, miloId).get("Barre chords F and Bm") ?? ""
  const say = (entry: SkillEntry) =>
    recordSkills(school, milo, new Map([[barre, entry]]), { since: today, stamp: skillStamp(school, milo) })
  expect(say({ state: "introduced", comment: null })).toEqual({ ok: true, changed: 1 })
  expect(say(secure("Clean at 80."))).toEqual({ ok: true, changed: 1 })
  expect(say(secure("Clean at 80."))).toEqual({ ok: true, changed: 0 })
  expect(listSkillChanges(school, milo, { limit: 9 }).map(({ state }) => state)).toEqual([
    "secure",
    "introduced",
  ])
  const rows = rowsOf(skillStates, { studentId: miloId })
  expect(rows.map(({ supersededAt }) => supersededAt === null)).toEqual([false, true])
  const logged = rowsOf(events, { schoolId: school.school.id, verb: "record-skills" })
  expect(logged).toHaveLength(2)
  expect(logged.at(-1)).toMatchObject({ nounId: miloId, actorName: school.name })
  expect(logged.at(-1)?.after).toContain("Clean at 80.")
})

test("two people with the same form: each keeps what they changed, the same skill is not overwritten unseen", () => {
  const { school, milo, miloId, marcus } = openLearning()
  const ids = skillIds(school, miloId)
  const [barre = "", scale = ""] = ["Barre chords F and Bm", "Major scale in two positions"].map(
    (name) => ids.get(name) ?? "",
  )
  const stamp = skillStamp(school, milo)
  const both = (first: SkillEntry, second: SkillEntry) =>
    new Map([
      [barre, first],
      [scale, second],
    ])
  const untouched: SkillEntry = { state: "not_started", comment: null }
  expect(recordSkills(school, milo, both(secure(), untouched), { since: today, stamp })).toMatchObject({
    changed: 1,
  })
  // Marcus has the page from before and says something of the other skill only
  expect(recordSkills(marcus.actor, milo, both(untouched, secure()), { since: today, stamp })).toEqual({
    ok: true,
    changed: 1,
  })
  const refused = recordSkills(marcus.actor, milo, both({ state: "developing", comment: null }, untouched), {
    since: today,
    stamp,
  })
  expect(refused).toMatchObject({ ok: false, reason: "changed-meanwhile", names: ["Barre chords F and Bm"] })
  const states = findSkillSheets(school, milo).flatMap(({ levels }) => levels.flatMap(({ lines }) => lines))
  expect(states.filter(({ state }) => state === "secure").map(({ skillId }) => skillId)).toEqual([
    barre,
    scale,
  ])
})

test("nothing is said of tomorrow, of another school's skills, or of a skill that was archived", () => {
  const { school, milo, miloId } = openLearning()
  const { actor: other } = openSchool()
  const theirs = addSkill(other, { instrument: "Guitar", level: "Grade 1", name: "Tuning" })
  const barre = skillIds(school, miloId).get("Barre chords F and Bm") ?? ""
  const say = (id: string, since = today) =>
    recordSkills(school, milo, new Map([[id, secure()]]), { since, stamp: "" })
  expect(say(barre, "2026-11-19")).toBeRefused("from-the-future")
  expect(say(theirs.ok ? theirs.skillId : "")).toEqual({ ok: true, changed: 0 })
  setSkillArchived(school, barre, true)
  expect(say(barre)).toEqual({ ok: true, changed: 0 })
})

test("the sheet is of what the student learns, whatever the capitals", () => {
  const { school, milo, otisId } = openLearning()
  startSkillList(school, "Drums")
  expect(findSkillSheets(school, milo).map(({ instrument, current }) => [instrument, current])).toEqual([
    ["Guitar", "Grade 1"],
  ])
  const otis = findLearner(school, otisId)
  expect(otis && findSkillSheets(school, otis)).toEqual([])
})

test("every list of ours has levels, and no skill twice", () => {
  for (const instrument of starterInstruments) {
    const list = starterList(instrument.toUpperCase()) ?? []
    expect(new Set(list.map(({ level }) => level)).size).toBeGreaterThanOrEqual(4)
    expect(new Set(list.map(({ level, name }) => `${level} ${name}`)).size).toBe(list.length)
  }
})

test("a school begins with our list once, and makes it its own", () => {
  const { actor } = openSchool()
  expect(listSkillInstruments(actor).listed).toEqual([])
  expect(startSkillList(actor, "piano")).toMatchObject({ ok: true, instrument: "Piano" })
  expect(startSkillList(actor, "Piano")).toBeRefused("has-list")
  expect(startSkillList(actor, "Theremin")).toBeRefused("no-starter")
  const names = () => listSkills(actor, "Piano").map(({ level, name }) => `${level}: ${name}`)
  expect(
    addSkill(actor, { instrument: "PIANO", level: "grade 1", name: "Sight-reads four bars" }),
  ).toMatchObject({
    ok: true,
  })
  expect(names().indexOf("Grade 1: Sight-reads four bars")).toBe(
    names().lastIndexOf("Grade 1: Sight-reads four bars"),
  )
  expect(
    names()
      .filter((name) => name.startsWith("Grade 1"))
      .at(-1),
  ).toBe("Grade 1: Sight-reads four bars")
  expect(
    addSkill(actor, { instrument: "Piano", level: "Grade 1", name: "sight-reads FOUR bars" }),
  ).toBeRefused("exists")
  const [first, second] = listSkills(actor, "Piano")
  moveSkill(actor, second?.id ?? "", -1, "skill")
  expect(listSkills(actor, "Piano")[0]?.id).toBe(second?.id)
  moveSkill(actor, first?.id ?? "", 1, "level")
  expect(listSkills(actor, "Piano")[0]?.level).toBe("Grade 1")
  expect(changeSkill(actor, first?.id ?? "", { level: "Grade 1", name: "Sits well" })).toEqual({ ok: true })
  expect(names()).toContain("Grade 1: Sits well")
  setSkillArchived(actor, first?.id ?? "", true)
  expect(names()).not.toContain("Grade 1: Sits well")
  expect(listArchivedSkills(actor, "piano").map(({ name }) => name)).toEqual(["Sits well"])
  setSkillArchived(actor, first?.id ?? "", false)
  expect(names()).toContain("Grade 1: Sits well")
})

test("another school's skill is not there", () => {
  const { actor } = openSchool()
  const { actor: other } = openSchool()
  const made = addSkill(actor, { instrument: "Harp", level: "Beginner", name: "Sits" })
  const id = made.ok ? made.skillId : ""
  expect(changeSkill(other, id, { level: "x", name: "y" })).toBeRefused("missing")
  expect(moveSkill(other, id, 1, "skill")).toBeRefused("missing")
  expect(setSkillArchived(other, id, true)).toBeRefused("missing")
  expect(listSkills(actor, "Harp")).toMatchObject([{ name: "Sits", level: "Beginner" }])
})
