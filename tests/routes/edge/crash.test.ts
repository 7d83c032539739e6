import { db, sqlite } from "db/client.server"
import { users } from "db/schema/accounts"
import { signIns } from "db/schema/accounts-sign-ins"
import { jobs, oneTimeLinks } from "db/schema/foundation"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { keepSignInToken } from "~/http/sign-in-cookie.server"
import { startSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { newId } from "~/utils/ids.server"
import { type Sandbox, startSandbox } from "../../../sandbox/sandbox"
import { testNow } from "../../support/clock"
import { inAct } from "../../support/in-act"
import { openSchool } from "../../support/school"
import { freePort, type RunningServer, startServer } from "../../support/server"

// The process is killed (SIGKILL: no handler runs, nothing is flushed) again and again in the middle of its work.
// Afterwards every effect is there exactly once, and nothing that was answered is missing.

let sandbox: Sandbox
let port: number
beforeAll(async () => {
  port = await freePort()
  sandbox = await startSandbox({ port: 0, appUrl: `http://localhost:${port}` })
})
afterAll(() => sandbox.close())

/** Leases last two minutes; each start is three minutes later than the one before. */
let starts = 0
function startLater(): Promise<RunningServer> {
  starts += 1
  return startServer(
    {
      CLOCK_START: new Date(testNow + starts * 3 * 60_000).toISOString(),
      RESEND_BASE_URL: `${sandbox.url}/resend`,
    },
    port,
  )
}

async function killAfter(server: RunningServer, ms: number) {
  await new Promise((resolve) => setTimeout(resolve, ms))
  server.signal("SIGKILL")
  await server.ended
}

const mailbox = async (): Promise<{ to: string[]; subject: string }[]> =>
  (await fetch(`${sandbox.url}/mailbox/messages.json`)).json()
const count = (sql: string) => sqlite().prepare(sql).pluck().get() as number
const unfinished = () =>
  count("select count(*) from emails where state <> 'sent'") +
  count("select count(*) from jobs where kind = 'password-reset' and state <> 'done'")

describe("killed in the middle of its work", () => {
  test("every mail arrives once and every job has its effect once", async () => {
    const people = Array.from({ length: 30 }, (_, index) => `person${index}@harmony.example`)
    for (const email of people) {
      const at = testNow
      db().insert(users).values({ id: newId(), name: "Fay Fontaine", email, createdAt: at }).run()
      inAct(queueJob)({ kind: "password-reset", payload: { email } })
      inAct(queueMail)({
        template: "account-exists",
        data: { name: "Fay" },
        schoolId: null,
        recipient: email,
      })
    }
    // Some answers are late, some are lost after the mail was taken: the moments in which a crash could repeat it.
    const fault = (facts: object) =>
      fetch(`${sandbox.url}/__control/faults`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ target: "resend", ...facts }),
      })
    await fault({ kind: "latency", ms: 40, times: 40 })
    await fault({ kind: "hang", afterwards: true, times: 3 })

    // A different moment every time, the same on every run.
    for (const ms of [15, 90, 230, 45, 400, 140, 310, 5]) await killAfter(await startLater(), ms)
    expect(unfinished()).toBeGreaterThan(0)

    await fetch(`${sandbox.url}/__control/faults`, { method: "DELETE" })
    const last = await startLater()
    for (let tries = 0; unfinished() > 0 && tries < 600; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await last.stop()).toBe(0)

    expect(unfinished()).toBe(0)
    const arrived = await mailbox()
    const timesOf = (email: string) => arrived.filter(({ to }) => to.includes(email)).length
    // One mail that was queued, and one that a job wrote.
    expect(people.filter((email) => timesOf(email) !== 2)).toEqual([])
    expect(arrived).toHaveLength(2 * people.length)
    expect(db().select().from(oneTimeLinks).all()).toHaveLength(people.length)
    expect(
      db()
        .select()
        .from(jobs)
        .all()
        .filter(({ state }) => state === "dead"),
    ).toEqual([])
  })

  test("of a thousand answered writes none is lost", async () => {
    const { userId } = openSchool()
    const cookies: { id: string; cookie: string }[] = []
    for (let index = 0; index < 1000; index += 1) {
      const { token } = startSignIn(userId, { remember: true, userAgent: "test" })
      const cookie = (await keepSignInToken(token, undefined)).split(";")[0] ?? ""
      const id = sqlite().prepare("select id from sign_ins order by id desc limit 1").pluck().get() as string
      cookies.push({ id, cookie })
    }
    expect(new Set(cookies.map(({ id }) => id)).size).toBe(1000)

    const answered = new Set<string>()
    const open = [...cookies]
    let server = await startLater()
    /** A browser that signs out, and again when it got no answer. */
    const browse = async () => {
      for (let next = open.pop(); next; next = open.pop()) {
        const { id, cookie } = next
        const status = await server.post("/logout", {}, { Origin: server.url, Cookie: cookie }).then(
          (answer) => answer.status,
          () => undefined,
        )
        if (status === 303) answered.add(id)
        else {
          open.unshift(next)
          await new Promise((resolve) => setTimeout(resolve, 25))
        }
      }
    }
    const browsers = Promise.all(Array.from({ length: 8 }, browse))
    for (const ms of [120, 60, 310, 200, 90, 150]) {
      await killAfter(server, ms)
      const left = new Set(
        db()
          .select({ id: signIns.id })
          .from(signIns)
          .all()
          .map(({ id }) => id),
      )
      expect([...answered].filter((id) => left.has(id))).toEqual([])
      server = await startLater()
    }
    await browsers
    expect(answered.size).toBe(1000)
    expect(count("select count(*) from sign_ins")).toBe(0)
    expect(sqlite().pragma("integrity_check", { simple: true })).toBe("ok")
    await server.stop()
  })
})
