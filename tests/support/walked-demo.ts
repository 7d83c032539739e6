import { createHash } from "node:crypto"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { sqlite } from "db/client.server"
import { inject } from "vitest"
import { newest } from "../../scripts/newest.mjs"
import { seedWhenStale } from "../../scripts/seed-when-stale.mjs"
import { app, Browser } from "./app"
import { testNow } from "./clock"
import { browserOf, placeDatabase } from "./demo"
import { formsOf, type PageForm } from "./forms"
import { isScreen, pagesOf } from "./pages"
import { unlinkedPages } from "./unlinked-forms"

// What everyone in the demo finds by following links, from every screen of the route table on. Looking around takes half a minute
// and has the same outcome for each file that asks, so it is done once for a build: the forms of all pages are kept, with the
// database in which these people are logged in.

export const people = [
  "admin@harmony.example",
  "solo@brightkeys.example",
  "teacher@harmony.example",
  "guardian@harmony.example",
  "milo",
  "super@tutti.example",
  "pending@newschool.example",
  "expired@oldschool.example",
  "nobody",
]

export type LookedAt = { person: string; page: string; forms: PageForm[] }

type Kept = { cookies: [person: string, cookies: string][]; pages: LookedAt[] }

const kept = ".cache"
const prefix = "walked-"

/** Changes with the app, the demo and what looks around. */
function nameOfWalk(): string {
  const times = [inject("serverBuild"), seedWhenStale(testNow)].map((path) => [path, statSync(path).mtimeMs])
  const facts = JSON.stringify([times, newest(["tests/support"])])
  return `${prefix}${createHash("sha256").update(facts).digest("hex").slice(0, 16)}`
}

/** Everyone's browser, and the screens that each of them sees: a few of every kind. */
export async function walkedDemo(): Promise<{ browsers: Map<string, Browser>; pages: LookedAt[] }> {
  const name = nameOfWalk()
  const folder = join(kept, name)
  if (!existsSync(folder)) return walk(name)
  const { cookies, pages } = JSON.parse(readFileSync(join(folder, "walk.json"), "utf8")) as Kept
  placeDatabase(join(folder, "demo.db"))
  await app()
  return { browsers: new Map(cookies.map(([person, header]) => [person, Browser.with(header)])), pages }
}

async function walk(name: string) {
  const browsers = new Map<string, Browser>()
  for (const person of people)
    browsers.set(person, person === "nobody" ? new Browser() : await browserOf(person))
  const pages: LookedAt[] = []
  for (const [person, browser] of browsers)
    for await (const { address: page, status, html } of pagesOf(browser, isScreen, unlinkedPages()))
      if (status === 200) pages.push({ person, page, forms: formsOf(html, page) })
  const cookies = [...browsers].map(([person, browser]): [string, string] => [person, browser.cookieHeader()])
  keep(name, { cookies, pages })
  return { browsers, pages }
}

/** Made beside and moved into place: another process sees none of it or all. What it has made meanwhile stays. */
function keep(name: string, walk: Kept) {
  const draft = join(kept, `walking-${process.pid}`)
  mkdirSync(draft, { recursive: true })
  writeFileSync(join(draft, "walk.json"), JSON.stringify(walk))
  writeFileSync(join(draft, "demo.db"), sqlite().serialize())
  const earlier = readdirSync(kept).filter((each) => each.startsWith(prefix) && each !== name)
  for (const each of earlier) rmSync(join(kept, each), { recursive: true, force: true })
  try {
    renameSync(draft, join(kept, name))
  } catch (error) {
    if (!existsSync(join(kept, name))) throw error
    rmSync(draft, { recursive: true })
  }
}
