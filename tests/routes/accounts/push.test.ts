import { signIns } from "db/schema/accounts-sign-ins"
import { pushDevices } from "db/schema/foundation-mail"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import webPush from "web-push"
import { runNextPush } from "~/jobs/run-job.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { type Sandbox, startSandbox } from "../../../sandbox/sandbox"
import { Browser } from "../../support/app"
import { inAct } from "../../support/in-act"
import { addMember, openSchool, rowsOf } from "../../support/school"
import { withSettings } from "../../support/settings"

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, appUrl: "http://localhost:3000" })
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  withSettings({
    SANDBOX_PORT: String(sandbox.port),
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
  })
})
afterAll(() => sandbox.close())

const page = "/settings/preferences"
const post = (path: string) => fetch(`${sandbox.url}/push${path}`, { method: "POST" })

type Subscription = { id: string; endpoint: string; p256dh: string; auth: string }

/** A guardian's phone, with notifications turned on. */
async function withPhone() {
  const { actor } = openSchool()
  const grace = addMember(actor, "student", "Grace Okafor")
  const phone = await Browser.of(grace.userId)
  const subscription = (await (await post("/browsers")).json()) as Subscription
  const { id, ...fields } = subscription
  const on = () => phone.submit(page, { ...fields, intent: "push-on" })
  expect((await on()).status).toBe(303)
  return { actor, grace, phone, id, fields, on }
}

const tell = (schoolId: string, recipient: string) =>
  inAct(queueMail)({
    schoolId,
    recipient,
    template: "new-message",
    data: {
      schoolName: "Harmony School of Music",
      recipientName: "Grace Okafor",
      authorName: "Marcus Whitfield",
      subject: "Freya’s recital",
      body: "The hall key is under the mat.",
      conversationId: "018f0000-0000-7000-8000-000000000000",
      hasPages: true,
      answerTo: null,
    },
  })

const never = new AbortController().signal
async function sendAll() {
  while (await runNextPush(never));
}
const arrivals = async (id: string) =>
  (await (await fetch(`${sandbox.url}/push/browsers/${id}/arrivals`)).json()) as { text: string }[]
const devicesOf = (memberId: string) => rowsOf(pushDevices, { memberId })

describe("notifications on a device", () => {
  test("arrive encrypted, once, and say nothing that a locked screen shouldn’t", async () => {
    const { actor, grace, id, phone } = await withPhone()
    tell(actor.school.id, grace.email)
    await sendAll()
    await sendAll()
    const [arrival, ...more] = await arrivals(id)
    expect(more).toEqual([])
    expect(JSON.parse(arrival?.text ?? "")).toMatchObject({
      title: "New message",
      body: actor.school.name,
      path: "/messaging/018f0000-0000-7000-8000-000000000000",
    })
    expect(arrival?.text).not.toMatch(/Grace|Freya|Marcus|hall key/)
    expect(JSON.stringify(devicesOf(grace.memberId))).not.toContain(sandbox.url)
    expect(await phone.read(page)).toContain("Notifications are on for this device.")
  })

  test("leave out the topics that were turned off, and stop when all are turned off", async () => {
    const { actor, grace, id, phone } = await withPhone()
    await expect(phone.submit(page, { intent: "mail", columns: "push", push: ["changes"] })).toAnswer(303)
    tell(actor.school.id, grace.email)
    await sendAll()
    expect(await arrivals(id)).toEqual([])
    await phone.submit(page, { intent: "push-off" })
    expect(devicesOf(grace.memberId)).toEqual([])
  })

  test("are quiet while their person is logged out, and go on after the next login in that browser", async () => {
    const { actor, grace, id, phone, fields } = await withPhone()
    tell(actor.school.id, grace.email)
    await phone.submit("/logout", {})
    await sendAll()
    expect(await arrivals(id)).toEqual([])

    const back = await Browser.of(grace.userId)
    expect(await (await back.visit("/kept-pages.json")).json()).toMatchObject({ isQuiet: true })
    const stranger = await Browser.of(addMember(actor, "student", "Petra Feld").userId)
    await stranger.submit("/push-device", { endpoint: fields.endpoint })
    expect(devicesOf(grace.memberId)).toMatchObject([{ signInId: null }])
    expect((await back.submit("/push-device", { endpoint: fields.endpoint })).status).toBe(204)
    tell(actor.school.id, grace.email)
    await sendAll()
    expect(await arrivals(id)).toHaveLength(1)
  })

  test("a browser that the push service has forgotten is removed, and another failure is tried again", async () => {
    const { actor, grace, id } = await withPhone()
    await fetch(`${sandbox.url}/push/browsers/${id}`, { method: "DELETE" })
    tell(actor.school.id, grace.email)
    await sendAll()
    expect(devicesOf(grace.memberId)).toEqual([])
  })

  test("a browser shows those of one person, and only real push services are asked", async () => {
    const { actor, grace, fields } = await withPhone()
    const petra = addMember(actor, "student", "Petra Feld")
    const browser = await Browser.of(petra.userId)
    await browser.submit(page, { ...fields, intent: "push-on" })
    expect([devicesOf(grace.memberId).length, devicesOf(petra.memberId).length]).toEqual([0, 1])
    for (const endpoint of [
      "http://169.254.169.254/latest",
      "https://fcm.googleapis.com.evil.example/x",
      "https://user@fcm.googleapis.com/x",
      "https://fcm.googleapis.com:8443/x",
      "nonsense",
    ])
      expect((await browser.submit(page, { ...fields, endpoint, intent: "push-on" })).status).toBe(400)
    for (const wrong of [{ auth: "short" }, { p256dh: "A".repeat(87) }, { p256dh: "A".repeat(100_000) }])
      expect((await browser.submit(page, { ...fields, ...wrong, intent: "push-on" })).status).toBe(400)
    expect(rowsOf(signIns).length).toBeGreaterThan(0)
  })
})
