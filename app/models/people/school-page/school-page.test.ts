import { schools } from "db/schema/accounts-schools"
import { teachers } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import { addMember, changeRows, openSchool } from "../../../../tests/support/school"
import { addressFrom, mostAddresses } from "./school-page"
import {
  findHolder,
  findSchoolPage,
  findShownPage,
  listShownTeachers,
  saveSchoolPage,
} from "./school-page.server"
import { SchoolPageForm } from "./school-page-form"

type School = ReturnType<typeof openSchool>
let harmony: School
let others: School
beforeEach(() => {
  harmony = openSchool()
  others = openSchool({ name: "Bright Keys" })
})

let count = 0
const unique = (name: string) => `${name}-${++count}`
const form = (facts: Record<string, unknown> = {}) =>
  SchoolPageForm.parse({ address: unique("harmony"), ...facts })
const messages = (facts: Record<string, unknown>) =>
  SchoolPageForm.safeParse({ address: "harmony", ...facts }).error?.issues.map(({ message }) => message) ?? []

describe("the address of a public page", () => {
  test("is lowercase letters, numbers and hyphens, and none that a visitor takes for ours", () => {
    expect(messages({ address: "Harmony-Music-2" })).toEqual([])
    for (const wrong of [
      "ha",
      "-harmony",
      "harmony-",
      "har--mony",
      "har mony",
      "harmöny",
      "har/mony",
      "../x",
      "a".repeat(41),
    ])
      expect(messages({ address: wrong }), wrong).toHaveLength(1)
    expect(messages({ address: "login" })).toEqual(["This address is reserved. Choose another."])
    expect(messages({ address: "" })).toEqual(["Enter an address."])
  })

  test("is suggested from the school’s name", () => {
    expect(addressFrom("Müller & Söhne Musikschule")).toBe("muller-sohne-musikschule")
    expect(addressFrom("音楽")).toBe("")
    expect(addressFrom("Admin")).toBe("")
  })

  test("is one school’s alone, also after the school has another", () => {
    const first = form()
    expect(saveSchoolPage(harmony.actor, first)).toEqual({ ok: true })
    expect(saveSchoolPage(others.actor, first)).toBeRefused("taken")
    expect(findSchoolPage(others.actor)).toBeUndefined()
    const second = form()
    saveSchoolPage(harmony.actor, second)
    expect(findSchoolPage(harmony.actor)?.address).toBe(second.address)
    expect(findHolder(first.address)).toBe(harmony.actor.school.id)
    expect(findHolder(first.address.toUpperCase())).toBe(harmony.actor.school.id)
    expect(saveSchoolPage(others.actor, first)).toBeRefused("taken")
    expect(saveSchoolPage(harmony.actor, first)).toEqual({ ok: true })
  })

  test("changes ten times at most, so that no school takes all of them", () => {
    const all = Array.from({ length: mostAddresses }, () => form())
    for (const each of all) expect(saveSchoolPage(harmony.actor, each)).toEqual({ ok: true })
    expect(saveSchoolPage(harmony.actor, form())).toBeRefused("too-many")
    expect(saveSchoolPage(harmony.actor, all[0] ?? form())).toEqual({ ok: true })
  })
})

describe("a public page", () => {
  test("is off at first, and shows nothing of a school that isn’t in business or is a visitor’s demo", () => {
    expect(findShownPage(harmony.actor)).toBeUndefined()
    saveSchoolPage(harmony.actor, form())
    expect(findShownPage(harmony.actor)).toMatchObject({ isOpen: false })
    const unpaid = openSchool({ active: false })
    saveSchoolPage(unpaid.actor, form({ isOpen: true }))
    expect(findShownPage(unpaid.actor)).toBeUndefined()
    changeRows(schools, { id: harmony.actor.school.id }, { demoUntil: 1 })
    expect(findShownPage(harmony.actor)).toBeUndefined()
  })

  test("names the teachers whom the school chose, none of another school and none who left", () => {
    const helena = addMember(harmony.actor, "teacher", "Helena Novak")
    const otis = addMember(harmony.actor, "teacher", "Otis Reyes")
    const stranger = addMember(others.actor, "teacher", "Wei Zhang")
    const names = () => listShownTeachers(harmony.actor).map(({ name }) => name)
    expect(names()).toEqual([])
    saveSchoolPage(harmony.actor, form({ teachers: [helena.teacherId, otis.teacherId, stranger.teacherId] }))
    expect(names()).toEqual(["Helena Novak", "Otis Reyes"])
    expect(listShownTeachers(others.actor)).toEqual([])
    changeRows(teachers, { id: otis.teacherId }, { deactivatedAt: 1 })
    expect(names()).toEqual(["Helena Novak"])
    saveSchoolPage(harmony.actor, form())
    expect(names()).toEqual([])
  })
})
