import { afterEach, expect, test } from "vitest"
import { listSlowRoutes, noteRequest, requestFigures } from "./request-metrics.server"

afterEach(() => void Object.assign(globalThis, { tuttiRequests: undefined }))

test("a route is slow when its slowest twentieth is, and only once enough were asked", () => {
  for (let n = 0; n < 18; n += 1) noteRequest("routes/a", 200, 20)
  noteRequest("routes/a", 200, 3000)
  expect(listSlowRoutes(1000)).toEqual([])
  noteRequest("routes/a", 500, 3000)
  for (let n = 0; n < 40; n += 1) noteRequest("routes/b", 200, 20)
  expect(listSlowRoutes(1000)).toEqual([{ route: "routes/a", withinMs: 5000, count: 20 }])
  expect(listSlowRoutes(5000)).toEqual([])
  expect([...(requestFigures().routes.get("routes/a")?.byClass ?? [])]).toEqual([
    [2, 19],
    [5, 1],
  ])
})
