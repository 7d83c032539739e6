import { runInNewContext } from "node:vm"
import type { Request, Response } from "express"
import { expect, test } from "vitest"
import { serveServiceWorker } from "./service-worker.server"

/** What a browser gets where pages aren't kept. */
function answerWhenOff() {
  const headers = new Map<string, string>()
  let body = ""
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    end: (bytes: Buffer) => {
      body = bytes.toString()
    },
  }
  serveServiceWorker(false)({} as Request, response as unknown as Response, () => undefined)
  return { headers, body }
}

test("where pages aren’t kept, the service worker removes what was kept, and itself", async () => {
  const { headers, body } = answerWhenOff()
  expect(headers.get("Cache-Control")).toBe("no-cache")
  const listeners = new Map<string, (event: { waitUntil(work: Promise<unknown>): void }) => void>()
  const names = new Set(["tutti-pages-1-abc", "tutti-files-1", "another-app"])
  let isRegistered = true
  runInNewContext(body, {
    self: {
      addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
      skipWaiting: () => Promise.resolve(),
      registration: {
        unregister: () => {
          isRegistered = false
        },
      },
    },
    caches: { keys: async () => [...names], delete: async (name: string) => names.delete(name) },
  })
  let work: Promise<unknown> | undefined
  listeners.get("activate")?.({
    waitUntil: (promise) => {
      work = promise
    },
  })
  await work
  expect([...names]).toEqual(["another-app"])
  expect(isRegistered).toBe(false)
})
