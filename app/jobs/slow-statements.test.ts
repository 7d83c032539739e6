import { db } from "db/client.server"
import { sql } from "drizzle-orm"
import { expect, test, vi } from "vitest"
import { beginSpan, noteDelay } from "~/utils/event-loop.server"
import { log } from "~/utils/log.server"
import { machineState } from "~/utils/machine-state.server"
import { watchSlowStatements } from "./slow-statements.server"

const warnings = () =>
  vi.mocked(log.warn).mock.calls.map(([facts]) => facts as unknown as Record<string, unknown>)

test("a delay of the event loop names what began in it before what was waiting, and the longest statement without its values", () => {
  machineState().logged.clear()
  vi.spyOn(log, "warn").mockImplementation(() => undefined)
  watchSlowStatements()
  const waiting = beginSpan("GET routes/waiting")
  const from = performance.now()
  const begun = beginSpan("POST routes/began")
  db().get(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 200000)
    select count(*) from n where i <> ${"secret"}`)
  begun.end()
  waiting.end()
  noteDelay({ from, to: performance.now() + 1, heldMs: 90 })
  // On a busy machine the statement may also be slow enough for a warning of its own.
  expect(warnings().filter((facts) => "heldMs" in facts)).toEqual([
    {
      heldMs: 90,
      by: "POST routes/began",
      beside: ["GET routes/waiting"],
      statement: expect.stringMatching(/^with recursive n.*i <> \?$/),
      statementMs: expect.any(Number),
    },
  ])
  expect(JSON.stringify(warnings())).not.toContain("secret")
})
