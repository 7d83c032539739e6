import { expect, test } from "vitest"
import { ariaCurrentIn, type MenuItem } from "./menu-item"

const menu: MenuItem[] = [
  { to: "/dashboard", label: "Dashboard" },
  { to: "/dashboard/teacher/resources", label: "Resources" },
  { to: "/billing", label: "Financial" },
  { to: "/dashboard/teacher/classes", label: "Classes", below: "/dashboard/teacher/class/" },
]

const marks = (pathname: string) => menu.map(({ to }) => ariaCurrentIn(pathname, menu)(to))

test("the menu marks the screen itself", () => {
  expect(marks("/billing")).toEqual([undefined, undefined, "page", undefined])
})

test("a screen below a place keeps that place marked", () => {
  expect(marks("/billing/new-invoice")).toEqual([undefined, undefined, "true", undefined])
})

test("of two places around a screen only the nearer one is marked", () => {
  expect(marks("/dashboard/teacher/resources")).toEqual([undefined, "page", undefined, undefined])
  expect(marks("/dashboard/teacher/resources/scales")).toEqual([undefined, "true", undefined, undefined])
})

test("an address that only begins with the same letters marks nothing", () => {
  expect(marks("/billing-history")).toEqual([undefined, undefined, undefined, undefined])
})

test("a screen whose address only resembles its place's keeps that place marked", () => {
  expect(marks("/dashboard/teacher/class/1")).toEqual([undefined, undefined, undefined, "true"])
})

test("a phone's few places leave a screen of another place unmarked", () => {
  const [dashboard] = menu
  expect(ariaCurrentIn("/dashboard/teacher/resources", menu)(dashboard?.to ?? "")).toBeUndefined()
})

test("an area that is reached from a place keeps that place marked", () => {
  const teaching: MenuItem[] = [
    { to: "/dashboard/teacher", label: "Today" },
    { to: "/dashboard/teacher/schedule", label: "Schedule", beside: "/dashboard/teacher/events" },
  ]
  const marked = (pathname: string) => teaching.map(({ to }) => ariaCurrentIn(pathname, teaching)(to))
  expect(marked("/dashboard/teacher/events")).toEqual([undefined, "true"])
  expect(marked("/dashboard/teacher/events/1")).toEqual([undefined, "true"])
  expect(marked("/dashboard/teacher/eventsful")).toEqual(["true", undefined])
})
