import { db } from "db/client.server"
import { jobs } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { queueJob } from "~/models/foundation/job/job.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { fixClock } from "~/utils/clock.server"
import { goesFirst } from "~/utils/goes-first.server"
import { log } from "~/utils/log.server"
import { setUntilSaved } from "~/utils/until-saved.server"
import { startSandbox } from "../../sandbox/sandbox"
import { testNow } from "../../tests/support/clock"
import { inAct } from "../../tests/support/in-act"
import { recordStatements } from "../../tests/support/query-plan"
import { changeRows, removeRows, rowsOf } from "../../tests/support/school"
import { sendNextMail } from "./mail/send-mail.server"
import { runNextJob } from "./run-job.server"
import { startWorker } from "./worker.server"

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, appUrl: "http://localhost:3000" })
  process.env.RESEND_BASE_URL = `${sandbox.url}/resend`
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  removeRows(emails)
  removeRows(jobs)
  await fetch(`${sandbox.url}/__control/reset`, { method: "POST" })
})

const queue = (recipient = "fay@fontaine.example") =>
  inAct(queueMail)({ schoolId: null, recipient, template: "account-exists", data: { name: "Fay" } })
const fault = (facts: Record<string, unknown>) =>
  fetch(`${sandbox.url}/__control/faults`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ target: "resend", ...facts }),
  })
const arrived = async (): Promise<{ to: string[] }[]> =>
  (await fetch(`${sandbox.url}/mailbox/messages.json`)).json()
const mails = () => rowsOf(emails, undefined, { by: "createdAt" })
const until = async (isSo: () => boolean) => {
  for (let tries = 0; !isSo(); tries += 1) {
    if (tries > 600) throw new Error("It did not come about.")
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

describe("sending mail", () => {
  test("goes to the provider and is remembered with its id", async () => {
    queue()
    expect(await sendNextMail()).toBe(true)
    expect(await sendNextMail()).toBe(false)
    expect(mails()).toMatchObject([{ state: "sent", attempts: 1 }])
    expect(await arrived()).toMatchObject([{ to: ["fay@fontaine.example"] }])
  })

  test("waits until its row is durable", async () => {
    let save = () => {}
    setUntilSaved(() => new Promise((resolve) => (save = resolve)))
    queue()
    const sent = sendNextMail()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await arrived()).toEqual([])
    save()
    expect(await sent).toBe(true)
    expect(await arrived()).toHaveLength(1)
    setUntilSaved(async () => undefined)
  })

  test("a lost answer leads to a second try and one mail", async () => {
    queue()
    await fault({ kind: "reset", afterwards: true })
    await sendNextMail()
    expect(mails()).toMatchObject([{ state: "queued", attempts: 1 }])
    fixClock(testNow + 60_000)
    await sendNextMail()
    expect(mails()).toMatchObject([{ state: "sent", attempts: 2 }])
    expect(await arrived()).toHaveLength(1)
  })

  test("a crash between the provider's answer and our row leads to one mail", async () => {
    const id = queue()
    await sendNextMail()
    changeRows(emails, undefined, {
      state: "queued",
      leaseUntil: testNow + 120_000,
      sentAt: null,
      providerId: null,
    })
    expect(await sendNextMail()).toBe(false)
    fixClock(testNow + 120_000)
    await sendNextMail()
    expect(mails()).toMatchObject([{ id, state: "sent" }])
    expect(await arrived()).toHaveLength(1)
  })

  test("words that have changed since a try that arrived count as sent", async () => {
    queue()
    await sendNextMail()
    changeRows(emails, undefined, { state: "queued", data: JSON.stringify({ name: "Fay Fontaine" }) })
    await sendNextMail()
    expect(mails()).toMatchObject([{ state: "sent", lastError: null }])
    expect(await arrived()).toHaveLength(1)
  })

  test("a quota that is used up is remembered with the mail, which goes out when there is room again", async () => {
    queue()
    await fault({
      kind: "status",
      status: 429,
      body: { statusCode: 429, name: "daily_quota_exceeded", message: "You have reached your daily quota." },
    })
    await sendNextMail()
    expect(mails()).toMatchObject([{ state: "queued", attempts: 0, lastError: "daily_quota_exceeded" }])
    fixClock(testNow + 3_600_000)
    await sendNextMail()
    expect(mails()).toMatchObject([{ state: "sent", lastError: null }])
  })

  test("an address the provider refuses is final and logged without it, and the next mail goes out", async () => {
    const logged = vi.spyOn(log, "error").mockImplementation(() => undefined)
    queue("not an address")
    queue()
    await sendNextMail()
    await sendNextMail()
    expect(logged.mock.calls).toEqual([
      [expect.objectContaining({ template: "account-exists", attempts: 1 }), "a mail was given up"],
    ])
    expect(JSON.stringify(logged.mock.calls)).not.toContain("not an address")
    logged.mockRestore()
    expect(
      mails()
        .map(({ state }) => state)
        .sort(),
    ).toEqual(["failed", "sent"])
  })

  test("a mail no one can write waits like a failed one, without holding up the next", async () => {
    queue()
    changeRows(emails, undefined, { template: "no-such-mail" })
    expect(await sendNextMail()).toBe(true)
    expect(mails()).toMatchObject([{ state: "queued", lastError: "No such mail: no-such-mail" }])
  })
})

describe("doing jobs", () => {
  test("a job of no known kind is recorded as failed, and the next one is done", async () => {
    inAct(queueJob)({ kind: "make-sessions" })
    changeRows(jobs, undefined, { kind: "no-such-kind" })
    inAct(queueJob)({ kind: "forget-expired-sign-ins" })
    expect([await runNextJob(), await runNextJob(), await runNextJob()]).toEqual([true, true, false])
    const states = db().select({ kind: jobs.kind, state: jobs.state, error: jobs.lastError }).from(jobs).all()
    expect(states).toContainEqual({
      kind: "no-such-kind",
      state: "queued",
      error: "No such kind of job: no-such-kind",
    })
    expect(states).toContainEqual({ kind: "forget-expired-sign-ins", state: "done", error: null })
  })

  test("a job whose payload is not what its kind needs is recorded as failed, with what is wrong", async () => {
    inAct(queueJob)({ kind: "remind-of-lessons" })
    changeRows(jobs, undefined, { payload: JSON.stringify({ after: 7 }) })
    expect(await runNextJob()).toBe(true)
    const job = db().select({ state: jobs.state, error: jobs.lastError }).from(jobs).get()
    expect(job?.state).toBe("queued")
    expect(job?.error).toMatch(/^Not what remind-of-lessons needs: .*expected string.*\bafter\b/is)
  })
})

/** Counts turns of the event loop, each of which could answer a request. */
function countTurns() {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  return {
    count: () => turns,
    end() {
      isOver = true
    },
  }
}

describe("the worker", () => {
  const due = () => rowsOf(jobs).filter(({ state, dueAt }) => state === "queued" && dueAt <= testNow)

  test("works off many jobs without keeping requests waiting", async () => {
    for (let count = 0; count < 200; count += 1) inAct(queueJob)({ kind: "forget-expired-sign-ins" })
    let running = performance.now()
    // Every look at the clock is later by half a slice, so that no more than two jobs are done in a turn.
    vi.spyOn(performance, "now").mockImplementation(() => {
      running += 10
      return running
    })
    const turns = countTurns()
    const worker = startWorker()
    await until(() => due().length === 0)
    expect(turns.count()).toBeGreaterThanOrEqual(100)
    turns.end()
    vi.restoreAllMocks()
    await worker.stop()
  })

  test("lets an edit that was overtaken go first, and waits for no edit for long", async () => {
    const counts: number[] = []
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const edited = goesFirst(async () => {
      const worker = startWorker()
      // The slice that has begun ends first.
      await pause(100)
      for (let count = 0; count < 20; count += 1) inAct(queueJob)({ kind: "forget-expired-sign-ins" })
      counts.push(due().length)
      await pause(150)
      counts.push(due().length)
      await until(() => due().length === 0)
      return worker
    })
    const worker = await edited
    expect(counts).toEqual([20, 20])
    await worker.stop()
  })

  test("a provider that does not answer holds up no job, and no stop", async () => {
    queue()
    await fault({ kind: "hang" })
    const worker = startWorker()
    await until(() => mails()[0]?.attempts === 1)
    inAct(queueJob)({ kind: "forget-expired-sign-ins" })
    await until(() => due().length === 0)
    await worker.stop()
    // Cut off, its end unknown: the lease stands, and it goes again under the same key.
    expect(mails()).toMatchObject([{ state: "queued", leaseUntil: testNow + 120_000 }])
  })

  test("rests while there is nothing to do, and stops at once", async () => {
    const worker = startWorker()
    const asked = await recordStatements(() => new Promise((resolve) => setTimeout(resolve, 700)))
    // Each queue looks twice a second.
    expect(asked.length).toBeLessThan(100)
    const turns = countTurns()
    await worker.stop()
    expect(turns.count()).toBeLessThan(100)
    turns.end()
  })
})
