import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import express from "express"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { serveRemix } from "~/edge/remix/serve-remix.server"
import { fixClock, now } from "~/utils/clock.server"
import { inFormats } from "~/utils/formats.server"
import { Browser } from "../../support/app"
import { fillListedSchool } from "../../support/listed-school"
import { openSchool } from "../../support/school"

// What is kept of an answer is what was sent, so that a whole school on one page has room for many who look at it.

type Build = Parameters<typeof serveRemix>[0]

let server: Server
let cookie = ""
let drawn = 0

beforeAll(async () => {
  fixClock(Math.floor(now() / 60_000) * 60_000)
  const { actor } = openSchool()
  fillListedSchool(actor, 500)
  const build = (await import(pathToFileURL(resolve(inject("serverBuild"))).href)) as Build
  const draw = build.entry.module.default as (...all: unknown[]) => Promise<Response>
  const counting = (...all: unknown[]) => {
    drawn += 1
    return draw(...all)
  }
  const entry = { ...build.entry, module: { ...build.entry.module, default: counting } } as Build["entry"]
  server = express()
    .use((_request, _response, next) => inFormats(undefined, next))
    .use(serveRemix({ ...build, entry }, "http://localhost:3000", "production"))
    .listen(0)
  await once(server, "listening")
  cookie = (await Browser.of(actor.userId ?? "")).cookieHeader()
})
afterAll(() => server.close())

const browsers = 10

const ask = async (browser: number, encoding: string) => {
  const headers = { Cookie: cookie, "Accept-Encoding": encoding, "User-Agent": `browser ${browser}` }
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://localhost:${port}/students?page=all`, { headers })
  expect(answer.headers.get("Content-Encoding")).toBe(encoding)
  return (await answer.text()).replace(/nonce="[^"]*"/g, "")
}

test("all 500 students on one page are kept for ten browsers", async () => {
  const first: string[] = []
  for (let browser = 0; browser < browsers; browser += 1)
    first.push(await ask(browser, browser % 2 ? "br" : "gzip"))
  // As texts they would be more than the 4,000,000 bytes that are kept.
  expect(first.join("").length).toBeGreaterThan(4_000_000)
  expect(drawn).toBe(browsers)
  for (const [browser, text] of first.entries())
    expect((await ask(browser, browser % 2 ? "br" : "gzip")) === text).toBe(true)
  expect(drawn).toBe(browsers)
})
