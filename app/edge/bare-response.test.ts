import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import compression from "compression"
import express from "express"
import { afterEach, describe, expect, test } from "vitest"
import { guardAnswer } from "./bare-response"
import { answerUnavailable } from "./unavailable.server"

let server: Server | undefined
afterEach(() => void server?.close())

const page = "A page that is long enough to be compressed. ".repeat(100)

async function serve(mayLeave: () => boolean | Promise<boolean>) {
  const app = express()
  app.use((request, response, next) => {
    response.setHeader("X-Request-Id", "own")
    guardAnswer(response, mayLeave, (bare) => answerUnavailable(request, bare, "not-kept"))
    next()
  })
  app.use(compression())
  app.all("*", (_request, response) => {
    response.append("Set-Cookie", "toast=saved")
    response.status(200).type("html")
    response.write(page)
    response.end("the end")
  })
  server = app.listen(0)
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe("an answer that is asked about before it leaves", () => {
  test("leaves as it is, compressed, and is asked about once", async () => {
    let requests = 0
    const url = await serve(() => {
      requests += 1
      return true
    })
    const answer = await fetch(`${url}/page`)
    expect([answer.status, answer.headers.get("content-encoding"), requests]).toEqual([200, "gzip", 1])
    expect(await answer.text()).toBe(`${page}the end`)
    expect(answer.headers.get("set-cookie")).toBe("toast=saved")
  })

  test("is held back while that is not decided, then leaves as it is", async () => {
    let decided = 0
    const url = await serve(async () => {
      await pause(50)
      decided += 1
      return true
    })
    for (const encoding of ["gzip", "identity"]) {
      const before = decided
      const answer = await fetch(`${url}/page`, { headers: { "Accept-Encoding": encoding } })
      expect(decided).toBe(before + 1)
      expect(await answer.text()).toBe(`${page}the end`)
      expect([answer.status, answer.headers.get("set-cookie")]).toEqual([200, "toast=saved"])
    }
  })

  test.each([
    ["at once", () => false],
    ["later", () => pause(50).then(() => false)],
  ])("is replaced whole, %s: nothing of it is told", async (_when, mayLeave) => {
    const answer = await fetch(`${await serve(mayLeave)}/page`, { method: "POST" })
    const text = await answer.text()
    expect([answer.status, answer.headers.get("retry-after"), answer.headers.get("x-request-id")]).toEqual([
      503,
      "5",
      "own",
    ])
    expect(answer.headers.get("set-cookie")).toBeNull()
    expect(text).toContain("<h1>This wasn’t saved</h1>")
    expect(text).not.toContain("A page that")
  })

  test("says so in JSON to a program, and shows a reader nothing about saving", async () => {
    const url = await serve(() => false)
    const call = await fetch(`${url}/api/contact`, { method: "POST" })
    expect(await call.json()).toEqual({ message: expect.stringContaining("switched servers") })
    const reading = await (await fetch(`${url}/students`)).text()
    expect(reading).toContain('http-equiv="refresh"')
    expect(reading).not.toContain("saved")
  })
})
