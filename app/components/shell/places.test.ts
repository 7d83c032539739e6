import { expect, test } from "vitest"
import { currentMark, type Place } from "./places"

const menu: Place[] = [
  { to: "/dashboard", label: "Dashboard" },
  { to: "/dashboard/teacher/resources", label: "Resources" },
  { to: "/billing", label: "Financial" },
]

const marks = (pathname: string) => menu.map(({ to }) => currentMark(pathname, to, menu))

test("the menu marks the screen itself", () => {
  expect(marks("/billing")).toEqual([undefined, undefined, "page"])
})

test("a screen below a place keeps that place marked", () => {
  expect(marks("/billing/new-invoice")).toEqual([undefined, undefined, "true"])
})

test("of two places around a screen only the nearer one is marked", () => {
  expect(marks("/dashboard/teacher/resources")).toEqual([undefined, "page", undefined])
  expect(marks("/dashboard/teacher/resources/scales")).toEqual([undefined, "true", undefined])
})

test("an address that only begins with the same letters marks nothing", () => {
  expect(marks("/billing-history")).toEqual([undefined, undefined, undefined])
})
