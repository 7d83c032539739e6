import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { text } from "node:stream/consumers"
import express from "express"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { readOn } from "./refuse.server"
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

test("whoever doesn't say what they take sees the page, and a script of a page its text", async () => {
  const [body, method] = [new Uint8Array(33 * 1_048_576), "POST"]
  const shown = await fetch(`${at}/students`, { method, body })
  expect([shown.status, shown.headers.get("Content-Type"), await shown.text()]).toEqual([
    413,
    "text/html; charset=utf-8",
    expect.stringContaining("<h1>This is too large to send</h1>"),
  ])
  const toScript = await fetch(`${at}/students.data`, { method, body })
  expect(await toScript.text()).toBe("This is too large to send.\n")
})

test("a sender whose connection ends with the answer is read to the end, too", async () => {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, "127.0.0.1")
  const body = Buffer.alloc(20 * 1_048_576, "a")
  socket.write(
    `POST /students HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  socket.write(body)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 .*This is too large to send/s)
})

describe("the rest of a refused body", () => {
  /** Sends pieces as the server's `limits` allow, and says how many of their bytes were read when the answer ended. */
  async function readOf(
    limits: Parameters<typeof readOn>[2],
    send: (write: (bytes: number) => Promise<void>) => Promise<void>,
  ) {
    let read = 0
    let hasEnded = false
    const server = createServer((request, response) => {
      request.on("data", ({ length }: Buffer) => {
        read += length
      })
      response.write("refused")
      readOn(request, () => response.end(() => (hasEnded = true)), limits)
    }).listen(0)
    await once(server, "listening")
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {})
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
    await once(socket, "data")
    await send((bytes) => new Promise((resolve) => socket.write(Buffer.alloc(bytes), () => resolve())))
    await expect.poll(() => hasEnded).toBe(true)
    socket.destroy()
    server.close()
    return read
  }
  const [long, much] = [100_000, 10_000_000]

  test("is read to its end", async () => {
    expect(await readOf({ pauseMs: long, longestMs: long, bytes: much }, (write) => write(1_000_000))).toBe(
      1_000_000,
    )
  })

  test("is read even when the process was busy for longer than a sender may pause", async () => {
    const read = await readOf({ pauseMs: 150, longestMs: long, bytes: much }, async (write) => {
      await write(400_000)
      const busy = new Int32Array(new SharedArrayBuffer(4))
      void write(600_000)
      Atomics.wait(busy, 0, 0, 500)
    })
    expect(read).toBe(1_000_000)
  })

  test("is left after a pause, after a while, and after too many bytes", async () => {
    const sendSome = (write: (bytes: number) => Promise<void>) => write(500_000)
    expect(await readOf({ pauseMs: 20, longestMs: long, bytes: much }, sendSome)).toBeLessThanOrEqual(500_000)
    expect(await readOf({ pauseMs: long, longestMs: 20, bytes: much }, sendSome)).toBeLessThanOrEqual(500_000)
    expect(await readOf({ pauseMs: long, longestMs: long, bytes: 300_000 }, sendSome)).toBeGreaterThan(
      300_000,
    )
  })
})
