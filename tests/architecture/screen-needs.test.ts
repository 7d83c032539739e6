import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { screenNeeds } from "~/http/screen-needs"
import { routeTable } from "../support/route-table"

/** The permission that a handler of a module asks for first; undefined without the handler, or without a permission. */
function guardOf(file: string, handler: "loader" | "action"): string | undefined {
  const source = readFileSync(`app/${file}`, "utf8")
  const body = source.split(new RegExp(`export (?:async )?function ${handler}\\b`))[1]?.split("\nexport ")[0]
  return body?.match(/requireMember(?:PaidOrNot)?\(request, "([a-z]+:[a-z]+)"/)?.[1]
}

/** Of roles alone: no right opens them, and the menus show them by role. */
const byRole = ["portal:", "pages:", "teaching:"]

const guarded = routeTable().flatMap(({ path, file }) => {
  const [opens, sends] = [guardOf(file, "loader"), guardOf(file, "action")]
  const isByRole = byRole.some((start) => (opens ?? sends)?.startsWith(start))
  return (opens ?? sends) && !isByRole ? [{ path, opens, sends }] : []
})

test("what a member’s links and buttons leave out is what the guards refuse", () => {
  const missing = guarded.filter(({ path }) => !screenNeeds[path]).map(({ path }) => path)
  expect(missing).toEqual(["/push-device"])
  const different = guarded.flatMap(({ path, opens, sends }) => {
    const needs = screenNeeds[path]
    if (!needs) return []
    const sentBy = needs[1] ?? needs[0]
    const isOther = (opens !== undefined && needs[0] !== opens) || (sends !== undefined && sentBy !== sends)
    return isOther ? [`${path}: ${opens}, ${sends}`] : []
  })
  expect(different).toEqual([])
})

test("no address is listed that the route table lacks", () => {
  const known = new Set(routeTable().map(({ path }) => path))
  expect(Object.keys(screenNeeds).filter((path) => !known.has(path))).toEqual([])
})
