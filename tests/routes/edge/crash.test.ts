import { sqlite } from "db/client.server"
import { users } from "db/schema/accounts"
import { signIns } from "db/schema/accounts-sign-ins"
import { conversations } from "db/schema/communication"
import { jobs, oneTimeLinks } from "db/schema/foundation"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { keepSignInToken } from "~/http/sign-in-cookie.server"
import { startSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { startSending } from "~/models/communication/messaging/send-message.server"
import { add } from "~/models/foundation/access/door.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { addPushDevice } from "~/models/foundation/push/push-devices.server"
import { makePushKeys } from "~/models/foundation/push/push-keys.server"
import { newId } from "~/utils/ids.server"
import { type Sandbox, startSandbox } from "../../../sandbox/sandbox"
import { testNow } from "../../support/clock"
import { livesMany } from "../../support/histories/count"
import { inAct } from "../../support/in-act"
import { addMember, addRows, openSchool, rowsOf } from "../../support/school"
import { freePort, type RunningServer, startServer } from "../../support/server"
import { agree, giveTexts } from "../../support/twilio"

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
function startLater(environment: Record<string, string> = {}): Promise<RunningServer> {
  starts += 1
  return startServer(
    {
      CLOCK_START: new Date(testNow + starts * 3 * 60_000).toISOString(),
      RESEND_BASE_URL: `${sandbox.url}/resend`,
      ...environment,
    },
    port,
  )
}

async function killAfter(server: RunningServer, ms: number) {
  await new Promise((resolve) => setTimeout(resolve, ms))
  server.signal("SIGKILL")
  await server.ended
}

const fault = (target: string, facts: object) =>
  fetch(`${sandbox.url}/__control/faults`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ target, ...facts }),
  })
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
      addRows(users, { id: newId(), name: "Fay Fontaine", email, createdAt: at })
      inAct(queueJob)({ kind: "password-reset", payload: { email } })
      inAct(queueMail)({
        template: "account-exists",
        data: { name: "Fay" },
        schoolId: null,
        recipient: email,
      })
    }
    // Some answers are late, some are lost after the mail was taken: the moments in which a crash could repeat it.
    await fault("resend", { kind: "latency", ms: 40, times: 40 })
    await fault("resend", { kind: "hang", afterwards: true, times: 3 })

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
    expect(rowsOf(oneTimeLinks)).toHaveLength(people.length)
    expect(rowsOf(jobs).filter(({ state }) => state === "dead")).toEqual([])
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
      const left = new Set(rowsOf(signIns).map(({ id }) => id))
      expect([...answered].filter((id) => left.has(id))).toEqual([])
      server = await startLater()
    }
    await browsers
    expect(answered.size).toBe(1000)
    expect(count("select count(*) from sign_ins")).toBe(0)
    expect(sqlite().pragma("integrity_check", { simple: true })).toBe("ok")
    await server.stop()
  })

  test(
    "a message to many is told once by email, as a text and as a notification, and the restart finishes it",
    async () => {
      const { actor } = openSchool()
      giveTexts(actor, { monthlyLimit: 100_000 })
      makePushKeys()
      const readers = await Promise.all(
        Array.from({ length: livesMany ? 500 : 60 }, async (_, n) => {
          const reader = addMember(actor, "student", `Reader ${n}`)
          const { userId, memberId } = reader
          const phone = agree(reader.actor, `+1512666${2000 + n}`)
          const id = newId()
          const schoolId = actor.school.id
          addRows(signIns, {
            ...{ id, tokenHash: id, userId, schoolId, memberId, remembered: true },
            ...{ createdAt: testNow, expiresAt: testNow + 10 ** 9 },
          })
          const browser = await (await fetch(`${sandbox.url}/push/browsers`, { method: "POST" })).json()
          addPushDevice(reader.actor, id, browser)
          return { ...reader, phone, browserId: browser.id as string }
        }),
      )
      inAct(() => {
        const about = { subject: "Concert", body: "On Saturday at six.", joins: false }
        const conversationId = add(actor, conversations, {
          ...{ kind: "announcement", subject: about.subject, audience: "everyone" },
          ...{ startedBy: actor.memberId ?? "", lastMessageAt: testNow },
        })
        const recipients = readers.map(({ memberId, email }) => ({
          ...{ memberId, guardianId: null, name: "Reader", why: "Guardian", email },
        }))
        startSending(actor, { ...about, conversationId, byText: true }, recipients, null)
      })()
      const environment = {
        TWILIO_API_BASE: `${sandbox.url}/twilio`,
        SANDBOX_PORT: new URL(sandbox.url).port,
      }
      const unfinishedHere = () =>
        readers.length * 3 -
        count(`select count(*) from emails where template = 'new-message' and state = 'sent'`) -
        count(`select count(*) from text_messages where sent_at is not null`) -
        count(`select count(*) from push_notices where state = 'sent'`)
      await fault("twilio", { kind: "hang", afterwards: true, times: 3 })
      await fault("resend", { kind: "latency", ms: 20, times: 40 })
      const kills = [300, 700, 150, 1100, 500]
      for (const ms of livesMany ? [...kills, ...kills, ...kills] : kills)
        await killAfter(await startLater(environment), ms)
      expect(unfinishedHere()).toBeGreaterThan(0)
      await fetch(`${sandbox.url}/__control/faults`, { method: "DELETE" })
      // What was in a call when it was killed is taken up once its lease has run out.
      for (let rounds = 0; rounds < 3 && unfinishedHere() > 0; rounds += 1) {
        const last = await startLater(environment)
        for (let tries = 0; unfinishedHere() > 0 && tries < (livesMany ? 1200 : 200); tries += 1)
          await new Promise((resolve) => setTimeout(resolve, 50))
        expect(await last.stop()).toBe(0)
      }
      expect(unfinishedHere()).toBe(0)

      const arrived = await mailbox()
      const sandboxTexts: { to: string; direction: string }[] = await (
        await fetch(`${sandbox.url}/__control/twilio/messages`)
      ).json()
      const timesOf = async ({ email, phone, browserId }: (typeof readers)[number]) => [
        arrived.filter(({ to }) => to.includes(email)).length,
        sandboxTexts.filter(({ to }) => to === phone).length,
        (await (await fetch(`${sandbox.url}/push/browsers/${browserId}/arrivals`)).json()).length,
      ]
      const times = await Promise.all(readers.map(timesOf))
      expect(times.filter((each) => each.join() !== "1,1,1")).toEqual([])
      expect(count("select count(*) from participants where name = 'Reader'")).toBe(readers.length)
      expect(count("select count(*) from tasks where finished_at is null")).toBe(0)
    },
    livesMany ? 600_000 : 120_000,
  )
})
