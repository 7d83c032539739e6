import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import express from "express"
import { afterAll, beforeAll, expect, test } from "vitest"
import { arriveWithinMs, endSlowForms } from "./request-body.server"

// What takes its time to arrive: a form is ended, a file may come slowly.

const withinMs = 150
const server = createServer(
  express()
    .use(endSlowForms(withinMs))
    .use((request, response) => {
      request.resume().once("end", () => response.send("read"))
      request.once("error", () => undefined)
    }),
)
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, resolve)))
afterAll(() => void server.close())

/** What is answered to a body of four bytes, two at once and two after a while. */
function send(path: string, afterMs: number): Promise<string> {
  return new Promise((resolve) => {
    let answer = ""
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1", async () => {
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\nab`)
      await pause(afterMs)
      socket.write("cd")
    })
    socket.on("data", (bytes) => {
      answer += bytes
    })
    socket.on("error", () => undefined)
    socket.on("close", () => resolve(answer))
  })
}

test.each([
  "/messaging/an-id",
  "/students/import",
  "/dashboard/teacher/resources/new",
  "/settings/profile.data",
])("a file sent to %s may come slowly", async (path) => {
  expect(await send(path, 3 * withinMs)).toContain("200 OK")
  expect(arriveWithinMs).toBe(300_000)
})

test.each(["/login", "/students/new", "/api/login"])(
  "a form sent to %s is ended with a 408",
  async (path) => {
    expect(await send(path, 3 * withinMs)).toContain("408 Request Timeout")
    expect(await send(path, 0)).toContain("200 OK")
  },
)
