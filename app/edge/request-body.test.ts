import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import express from "express"
import { afterAll, beforeAll, expect, test } from "vitest"
import { limitBody, withinLimit } from "./request-body.server"

// What reaches the pages at the real server is tested in tests/routes/edge/edge-answers.test.ts.

let server: Server
let at = ""

beforeAll(async () => {
  server = express()
    .use(limitBody())
    .use(async (request, response) => {
      const sent = new ReadableStream<Uint8Array>({
        async start(controller) {
          for await (const bytes of request) controller.enqueue(new Uint8Array(bytes as Buffer))
          controller.close()
        },
      })
      const headers = { "Content-Type": request.get("Content-Type") ?? "" }
      const form = await new Response(withinLimit(response, sent), { headers }).formData()
      response.json({ bytes: (form.get("file") as File).size })
    })
    .listen(0)
  await once(server, "listening")
  at = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const send = (path: string, bytes: number) => {
  const body = new FormData()
  body.set("file", new File([new Uint8Array(bytes)], "statement.csv"))
  return fetch(at + path, { method: "POST", body })
}

test("a bank statement that is too large reaches its page, which says so at its field", async () => {
  const read = async (bytes: number) => (await send("/billing/manage/bank", bytes)).json()
  expect(await read(900_000)).toEqual({ bytes: 900_000 })
  expect(await read(1_200_000)).toEqual({ bytes: 1_200_000 })
  expect(await read(20_000_000)).toEqual({ bytes: 900_001 })
})

test("what is larger still is refused with the size of the file that fits there", async () => {
  for (const [path, size] of [
    ["/billing/manage/bank", "900 KB"],
    ["/billing/expenses/new", "10 MB"],
  ] as const) {
    const answer = await send(path, 33 * 1_048_576)
    expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining(`up to ${size}.`)])
  }
})
