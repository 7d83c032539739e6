import { expect, test } from "vitest"
import { hasControl, withoutUnseen } from "./unseen-text"

test("characters that hide what a text says are removed, letters of every script stay", () => {
  expect(withoutUnseen("\u202A+1 555 010 0199\u202C")).toBe("+1 555 010 0199")
  expect(withoutUnseen("\ufeff\u200b")).toBe("")
  expect(withoutUnseen("\u202egnp.exe")).toBe("gnp.exe")
  expect(withoutUnseen("a\ud800b")).toBe("ab")
  for (const name of ["Zoë Ōkafor", "مریم‌السادات", "👩‍🎤", "שרה"]) expect(withoutUnseen(name)).toBe(name)
})

test("control characters are known, line ends and tabs are none", () => {
  expect(["A\u0000", "\u001b[31m", "\u0085"].every(hasControl)).toBe(true)
  expect(hasControl("one\r\ntwo\tthree")).toBe(false)
})
