import type { ShouldRevalidateFunctionArgs } from "@remix-run/react"
import { describe, expect, test } from "vitest"
import { afterForms, whenRecordChanges } from "./frame"
import { countForm, noteLoad } from "./loaded-frames"

const step = (more: Partial<ShouldRevalidateFunctionArgs> & { from?: string; to?: string }) => {
  const { from = "/students/ada", to = "/students/ada/edit", ...facts } = more
  return {
    currentUrl: new URL(from, "https://tutti.example"),
    nextUrl: new URL(to, "https://tutti.example"),
    currentParams: { studentId: "ada" },
    nextParams: { studentId: "ada" },
    defaultShouldRevalidate: true,
    ...facts,
  }
}

describe("what pages share", () => {
  const student = whenRecordChanges("studentId", "student-record")

  test("is not asked for again from tab to tab, nor for another search", () => {
    const search = { from: "/students/ada/skills", to: "/students/ada/skills?view=pieces" }
    for (const again of [student, afterForms("shell")]) {
      expect(again(step({}))).toBe(false)
      expect(again(step(search))).toBe(false)
      expect(again(step({ ...search, formMethod: "GET" }))).toBe(false)
    }
  })

  test("is asked for again after a form, and when the same address is asked for again", () => {
    for (const again of [student, afterForms("shell")]) {
      expect(again(step({ formMethod: "POST" }))).toBe(true)
      expect(again(step({ to: "/students/ada" }))).toBe(true)
    }
  })

  test("is asked for with another record", () => {
    const other = { to: "/students/milo", nextParams: { studentId: "milo" }, defaultShouldRevalidate: false }
    expect(student(step(other))).toBe(true)
  })

  test("is asked for at the next step after a form that a navigation interrupted, in each frame once", () => {
    const shell = afterForms("shell")
    noteLoad("student-record")
    noteLoad("shell")
    countForm()
    expect(student(step({}))).toBe(true)
    expect(shell(step({}))).toBe(true)
    noteLoad("student-record")
    expect(student(step({}))).toBe(false)
    expect(shell(step({}))).toBe(true)
    noteLoad("shell")
    expect(shell(step({}))).toBe(false)
  })
})
