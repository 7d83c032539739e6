import type { ServerBuild } from "@remix-run/node"
import { expect, test } from "vitest"
import { findBranches } from "./branches.server"

// What a path's branch answers is compared with the whole table's in tests/routes/edge/branches.test.ts.

const route = (id: string, path: string | undefined, parentId?: string) => ({
  id,
  path,
  parentId,
  module: {},
})
const build = {
  routes: {
    root: route("root", ""),
    list: route("list", "students", "root"),
    page: route("page", "students/:studentId", "root"),
  },
  assets: { routes: {} },
} as unknown as ServerBuild

/** Finds branches, and counts how often one was made. */
function open() {
  let made = 0
  const find = findBranches(build, (branch) => {
    made += 1
    return Object.keys(branch.routes).join(" ")
  })
  return { find, madeNow: () => made }
}
const longAddress = (index: number) => `/students/${String(index).padStart(300, "a")}`

test("an address is looked up in the table once, and its branch is made once for all its addresses", () => {
  const { find, madeNow } = open()
  const known = find("/students/milo")
  expect(known).toEqual({ handler: "root page", routeId: "page" })
  expect(find("/students/milo")).toBe(known)
  expect(find("/students/milo.data")).toBe(known)
  expect(find("/students/freya").handler).toBe(known.handler)
  // of the whole table, and of this branch
  expect(madeNow()).toBe(2)
})

test("an address that is longer than any of ours has the same answer, and takes no room", () => {
  const { find, madeNow } = open()
  const short = find(`/students/${"a".repeat(290)}`)
  const long = find(`/students/${"a".repeat(291)}`)
  expect(long).toEqual(short)
  // Looked up anew: what is remembered is the same one again.
  expect(find(`/students/${"a".repeat(291)}`)).not.toBe(long)
  for (let index = 0; index < 5001; index += 1) find(longAddress(index))
  expect(find(`/students/${"a".repeat(290)}`)).toBe(short)
  expect(madeNow()).toBe(2)
})

test("the addresses asked for longest ago make room", () => {
  const { find } = open()
  const first = find("/students/first")
  for (let index = 0; index < 5000; index += 1) find(`/students/${index}`)
  expect(find("/students/first")).not.toBe(first)
  expect(find("/students/first")).toEqual(first)
})
