import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { createRequestHandler } from "@remix-run/express"
import type { ServerBuild } from "@remix-run/node"
import { matchRoutes } from "@remix-run/react"
import express, { type RequestHandler } from "express"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { serveBranches } from "~/edge/remix/branch-handler.server"
import { partsOf, treeOf } from "~/edge/remix/branches.server"
import { prepareBuild } from "~/edge/remix/prepared-build.server"
import { Browser } from "../../support/app"
import { addClassRow, addStudentRow } from "../../support/lessons"
import { openSchool } from "../../support/school"

// A request is given its own branch of the route table: what it is answered must be what the whole table answers.

const servers: Server[] = []
let [branches, whole] = ["", ""]

beforeAll(async () => {
  const built = (await import(pathToFileURL(resolve("build/server/index.js")).href)) as ServerBuild
  const build = prepareBuild(built)
  const listen = async (handler: RequestHandler) => {
    const server = express().all("*", handler).listen(0)
    servers.push(server)
    await once(server, "listening")
    return `http://localhost:${(server.address() as AddressInfo).port}`
  }
  branches = await listen(serveBranches(build, "production"))
  // As the app's own handler does, it says whether a document is asked for.
  const getLoadContext = ({ path }: { path: string }) => ({ isDocument: !path.endsWith(".data") })
  whole = await listen(createRequestHandler({ build, mode: "production", getLoadContext }))
})
afterAll(() => {
  for (const server of servers) server.close()
})

async function answerOf(at: string, path: string, init: RequestInit) {
  const answer = await fetch(at + path, { redirect: "manual", ...init })
  const head = ["content-type", "location", "cache-control"].map((name) => answer.headers.get(name))
  const text = await answer.text()
  // What differs from one asking to the next: nonces, ports and ids of a request.
  return { status: answer.status, head, text: text.replaceAll(at, "").replace(/[\w-]{22,}/g, "…") }
}

test.each<[path: string, init?: RequestInit]>([
  ["/"],
  ["/about"],
  ["/login"],
  ["/help/taking-attendance"],
  ["/nothing/is/here"],
  ["/students"],
  ["/students/1/account"],
  ["/students.data"],
  ["/_root.data"],
  ["/robots.txt"],
  ["/api/user"],
  ["/api/nothing"],
  ["/students", { method: "POST", body: "" }],
  ["/about", { method: "HEAD" }],
])("%s is answered as the whole table answers it", async (path, init = {}) => {
  expect(await answerOf(branches, path, init)).toEqual(await answerOf(whole, path, init))
})

test("any address leads where the whole table leads it, however it is written", async () => {
  const built = (await import(pathToFileURL(resolve("build/server/index.js")).href)) as ServerBuild
  const table = treeOf(built.routes)
  const tableFor = partsOf(table)
  const paths = Object.values(built.routes).flatMap((route) => (route?.path ? [route.path] : []))
  expect(paths.length).toBeGreaterThan(300)
  const addresses = paths.flatMap((path) => {
    const address = `/${path.replace(/^\//, "").replace(/:[\w-]+\??|\*/g, "some-1")}`
    const encoded = address.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
    return [
      address,
      `${address}/`,
      `${address}/more`,
      `/${address}`,
      address.toUpperCase(),
      `${address}x`,
      encoded,
    ]
  })
  const lead = (routes: typeof table, address: string) =>
    matchRoutes(routes, address)?.map(({ route, params }) => [route.id, params]) ?? null
  const others = addresses.filter(
    (address) => JSON.stringify(lead(tableFor(address), address)) !== JSON.stringify(lead(table, address)),
  )
  expect(others).toEqual([])
  const sizeOf = (routes: typeof table) => JSON.stringify(routes).length
  expect(sizeOf(tableFor("/classes/sessions/some-1"))).toBeLessThan(sizeOf(table) / 4)
})

describe("a page in the layouts of a record is answered as the whole table answers it", () => {
  let cookie = ""
  let [student, classId] = ["", ""]
  beforeAll(async () => {
    const { actor, userId } = openSchool()
    student = addStudentRow(actor, "Ada", "Rossi")
    classId = addClassRow(actor, { name: "Violin ensemble" })
    cookie = (await Browser.of(userId)).cookieHeader()
  })

  const alone = (module: string) => `?${new URLSearchParams({ _routes: module })}`
  test.each<[what: string, status: number, path: () => string, init?: RequestInit]>([
    ["a tab", 200, () => `/students/${student}/edit`],
    ["its data", 200, () => `/students/${student}/edit.data`],
    ["the tab’s data alone", 200, () => `/students/${student}.data${alone("routes/students/student")}`],
    ["the layout’s data alone", 200, () => `/students/${student}.data${alone("student-record")}`],
    ["a tab of nobody", 404, () => "/students/nobody/skills"],
    ["its data", 404, () => "/students/nobody/skills.data"],
    ["a page without tabs", 200, () => `/classes/${classId}/end`],
    ["a record within the record that is missing", 404, () => `/classes/${classId}/students/nobody`],
    ["a refused form", 400, () => `/students/${student}/edit`, { method: "POST", body: "" }],
    ["a form on nobody", 404, () => "/students/nobody/edit", { method: "POST", body: "" }],
    ["a place of an area", 200, () => "/billing/history"],
    ["another name of a place", 200, () => "/settings"],
  ])("%s: %i", async (_what, status, path, init = {}) => {
    const asked = { ...init, headers: { Cookie: cookie } }
    const answer = await answerOf(branches, path(), asked)
    expect(answer.status).toBe(status)
    expect(answer).toEqual(await answerOf(whole, path(), asked))
  })
})
