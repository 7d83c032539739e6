import { members } from "db/schema/people"
import { beforeAll, describe, expect, test } from "vitest"
import { screenNeeds } from "~/http/limits.server"
import { may } from "~/models/foundation/access/permissions"
import { type Preset, presetRights, presets } from "~/models/foundation/access/rights"
import type { Browser } from "../../support/app"
import { redirectOf } from "../../support/app"
import { browserOf, fingerprint, useSeededDatabase } from "../../support/demo"
import { isScreen, pagesOf } from "../../support/pages"
import { changeRows } from "../../support/school"
import { audiences } from "./access-table"

// Each preset opens and sends exactly what the one table gives it, and finds no link that leads nowhere.

const bookkeeper = "books@harmony.example"
const home = "/dashboard"
/** Anyone’s: it only leads on to the subscription, which sends members home. */
const leadsOn = "/cancel-upgrade"
/** What leads to a form on a screen that others may open, too. */
const beyondItsScreen = [
  [/href="\/messaging\/new\?to=(?:student|class|pupils|filter|selection)/, "message:all"],
  [/<button[^>]*value="message"/, "message:all"],
  [/href="[^"]*payment=new/, "payment:record"],
  [/href="\/classes\/[^"/]+\/students"[^>]*>Add student</, "class:write"],
] as const
const unknownId = "018f0000-0000-7000-8000-000000000000"
const addressOf = (path: string) => path.replace(/:\w+/g, unknownId)
const holderOf = (preset: Preset) => ({ role: "office" as const, rights: presetRights[preset] })

const fewestParameters = Object.entries(screenNeeds)
  .map(([path, needs]) => ({
    path,
    needs,
    pattern: new RegExp(`^${path.replace(/\./g, "\\.").replace(/:\w+/g, "[^/]+")}$`),
  }))
  .sort((a, b) => a.path.split(":").length - b.path.split(":").length)
const known = new Map<string, (typeof fewestParameters)[number] | undefined>()

/** The row of the table that a link leads to. Most pages have the same links. */
function rowOfLink(href: string) {
  if (!known.has(href))
    known.set(
      href,
      fewestParameters.find(({ pattern }) => pattern.test(href)),
    )
  return known.get(href)
}

/** The demo's bookkeeper with the rights of a preset. */
async function memberWith(preset: Preset): Promise<Browser> {
  const browser = await browserOf(bookkeeper)
  changeRows(members, { role: "office" }, { rights: presetRights[preset].join(",") })
  return browser
}

beforeAll(() => useSeededDatabase())

describe.each(presets)("%s", (preset) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await memberWith(preset)
  })

  test("opens what its rights cover, and is sent home from the rest", async () => {
    const before = fingerprint()
    for (const [path, [opens]] of Object.entries(screenNeeds)) {
      const answer = await browser.copy().visit(addressOf(path))
      const seen = `GET ${path}: ${answer.status} ${answer.headers.get("Location")}`
      if (may(holderOf(preset), opens)) {
        expect(answer.status, seen).toBeLessThan(500)
        expect(answer.headers.get("Location"), seen).not.toBe(home)
      } else if (path === leadsOn) expect(answer.headers.get("Location"), seen).toBe("/subscription")
      else if (answer.status !== 405) expect(redirectOf(answer), seen).toEqual([302, home])
    }
    expect(fingerprint(), "something was changed").toBe(before)
  })

  test("is refused with a text what it may not do", async () => {
    const before = fingerprint()
    for (const [path, [opens, sends = opens]] of Object.entries(screenNeeds)) {
      if (may(holderOf(preset), sends) || may(holderOf(preset), opens)) continue
      const answer = await browser.copy().submit(addressOf(path), {})
      if (answer.status === 405) continue
      const text = await answer.text()
      expect(answer.status, `POST ${path}`).toBe(403)
      if (!answer.headers.get("Content-Type")?.includes("json"))
        expect(text, `POST ${path}`).toContain("You don’t have this right")
    }
    expect(fingerprint(), "something was changed").toBe(before)
  })

  test("stays out of the areas of teachers, families and the platform", async () => {
    for (const [path, audience] of Object.entries(audiences)) {
      if (screenNeeds[path] || !["teachers", "families", "platform", "operations"].includes(audience))
        continue
      const answer = await browser.copy().visit(addressOf(path))
      expect(redirectOf(answer), path).toEqual([302, home])
    }
  })

  test("finds no link that leads nowhere", async () => {
    const lost: string[] = []
    const followed = new Set<string>()
    const joins = ({ path, file }: { path: string; file: string }) =>
      isScreen({ path, file }) && path in screenNeeds
    for await (const { address, path, status, html } of pagesOf(browser, (row) => {
      const needs = screenNeeds[row.path]
      return joins(row) && needs !== undefined && may(holderOf(preset), needs[0])
    })) {
      if (status >= 400 && status !== 404) lost.push(`${address}: ${status}`)
      if (status !== 200) continue
      followed.add(path)
      for (const [form, needs] of beyondItsScreen)
        if (form.test(html) && !may(holderOf(preset), needs)) lost.push(`${path}: ${form.source}`)
      for (const [, href = ""] of html.matchAll(/<a\b[^>]*href="(\/[^"#?]*)/g)) {
        const row = rowOfLink(href)
        if (row && !may(holderOf(preset), row.needs[0])) lost.push(`${path} → ${row.path}`)
      }
    }
    expect([...new Set(lost)]).toEqual([])
    expect(followed.size).toBeGreaterThan(5)
  })
})
