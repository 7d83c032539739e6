import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { emails } from "db/schema/foundation-mail"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { checkHealth } from "~/models/platform/condition/health.server"
import { startMailServer } from "../../sandbox/smtp/mail-server"
import { inAct } from "../../tests/support/in-act"
import { changeRows, openSchool } from "../../tests/support/school"

// What tells the operator must not depend on what failed.

const told: string[] = []
let beats = 0
const operator = createServer(async (request, response) => {
  if (request.method === "GET") beats += 1
  else told.push((JSON.parse(await text(request)) as { text: string }).text)
  response.end()
})
let server: Awaited<ReturnType<typeof startMailServer>>

beforeAll(async () => {
  server = await startMailServer({ startTls: false })
  await new Promise<void>((listening) => operator.listen(0, "127.0.0.1", listening))
  const address = `http://127.0.0.1:${(operator.address() as AddressInfo).port}`
  Object.assign(process.env, {
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(server.port),
    SMTP_TLS: "none",
    ALERT_EMAIL: "busy@harmony-school.org",
    ALERT_WEBHOOK_URL: `${address}/hook`,
    HEARTBEAT_URL: `${address}/beat`,
    ALERT_DISK_FREE_PERCENT: "1",
  })
})
afterAll(async () => {
  vi.useRealTimers()
  operator.closeAllConnections()
  await Promise.all([server.close(), new Promise((closed) => operator.close(closed))])
})

test("mail trouble is a warning of /health; an alert that can’t leave by mail says so elsewhere and stops the heartbeat", async () => {
  const { watchOver } = await import("./watch-over.server")
  vi.useFakeTimers({ toFake: ["performance", "Date"] })
  const look = async (minutes = 1) => {
    vi.advanceTimersByTime(minutes * 60_000)
    await watchOver(new AbortController().signal)
  }
  await watchOver(new AbortController().signal)
  await look()
  const before = beats
  expect(before).toBe(1)
  expect(checkHealth()).not.toHaveProperty("warnings")

  const id = inAct(queueMail)({
    schoolId: openSchool().actor.school.id,
    recipient: "ada@family.example",
    template: "lessons-tomorrow",
    data: { schoolName: "Harmony", recipientName: "Ada", day: "Thursday", lessons: [], forTeacher: false },
  })
  changeRows(emails, { id }, { state: "failed" })
  expect(checkHealth()).toMatchObject({
    ok: true,
    warnings: [{ key: "mail", what: "1 email was given up in the last 24 hours" }],
  })

  // The mail server is busy at the first try, when the alert about it is sent.
  await look()
  await look(6)
  expect(told.at(-1)).toMatch(/1 email was given up[\s\S]*This alert couldn’t be sent by email\.$/)
  await look(6)
  expect([beats, told]).toEqual([before, [expect.any(String)]])

  changeRows(emails, { id }, { state: "sent" })
  for (let looks = 0; looks < 8; looks += 1) await look(6)
  expect(told.at(-1)).toMatch(/Resolved: 1 email was given up/)
  expect(told.at(-1)).not.toContain("couldn’t be sent")
  expect(server.arrived.map(({ to }) => to)).toEqual(["busy@harmony-school.org"])
  expect(beats).toBeGreaterThan(before)
})
