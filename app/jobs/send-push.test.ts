import { signIns } from "db/schema/accounts-sign-ins"
import { jobs } from "db/schema/foundation"
import { pushDevices, pushNotices } from "db/schema/foundation-mail"
import { expect, test } from "vitest"
import type { JobData } from "~/models/foundation/job/job"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { addPushDevice } from "~/models/foundation/push/push-devices.server"
import { makePushKeys } from "~/models/foundation/push/push-keys.server"
import { fixClock, now } from "~/utils/clock.server"
import { instantOf } from "~/utils/zones"
import { inAct } from "../../tests/support/in-act"
import { addMember, addRows, openSchool, removeRows, rowOf, rowsOf } from "../../tests/support/school"
import { want } from "../../tests/support/wanted"
import { sendPush } from "./send-push.server"

const hour = 3_600_000

test("in quiet hours a reminder of lessons in some days waits for the morning, and one of tomorrow’s is dropped", async () => {
  makePushKeys()
  const { actor } = openSchool()
  const { id: schoolId, name: schoolName, timeZone } = actor.school
  const night = instantOf("2026-11-18", "21:30", timeZone)
  fixClock(night)
  const grace = addMember(actor, "student", "Grace Okafor")
  const id = `sign-in-${grace.memberId}`
  const signIn = { id, tokenHash: id, userId: grace.userId, schoolId, memberId: grace.memberId }
  addRows(signIns, { ...signIn, remembered: true, createdAt: night, expiresAt: night + 100 * hour })
  addPushDevice(grace.actor, id, {
    ...{ endpoint: `https://fcm.googleapis.com/fcm/send/${id}`, p256dh: "p", auth: "a" },
  })
  want(grace.actor, "push", ["lessons"])
  const queued = () => rowsOf(jobs, { schoolId }).filter(({ kind }) => kind === "send-push")
  const remind = async (day: string, isAhead: boolean) => {
    removeRows(jobs, { schoolId })
    inAct(queueMail)({
      ...{ template: "lessons-tomorrow", schoolId, recipient: grace.email },
      oldAt: instantOf(day, "00:00", timeZone),
      data: { schoolName, recipientName: "Grace Okafor", day, lessons: [], forTeacher: false, isAhead },
    })
    const [job] = queued()
    if (!job) throw new Error("No notification was queued")
    removeRows(jobs, { id: job.id })
    await sendPush(
      schoolId,
      job.id,
      JSON.parse(job.payload) as JobData["send-push"],
      new AbortController().signal,
    )
    return queued().map(({ dueAt }) => dueAt)
  }
  expect(await remind("2026-11-20", true)).toEqual([instantOf("2026-11-19", "07:00", timeZone)])
  expect(await remind("2026-11-19", false)).toEqual([])
})

test("a notification that no service here can take says so, and not that its reader turned it off", async () => {
  makePushKeys()
  const { actor } = openSchool()
  const { id: schoolId } = actor.school
  const grace = addMember(actor, "student", "Grace Okafor")
  const id = `sign-in-${grace.memberId}`
  const signIn = { id, tokenHash: id, userId: grace.userId, schoolId, memberId: grace.memberId }
  addRows(signIns, { ...signIn, remembered: true, createdAt: now(), expiresAt: now() + 100 * hour })
  addPushDevice(grace.actor, id, { endpoint: "https://push.elsewhere.example/1", p256dh: "p", auth: "a" })
  want(grace.actor, "push", ["messages"])
  const deviceId = rowOf(pushDevices, { schoolId })?.id ?? ""
  addRows(pushNotices, {
    ...{ id: "notice", schoolId, memberId: grace.memberId ?? "", createdAt: now() },
    ...{ event: "mail", about: "conversation", state: "queued" },
  })
  const push = { deviceId, topic: "messages", title: "New message", path: "/messages", noticeId: "notice" }
  const became = async () => {
    await sendPush(schoolId, "job", push, new AbortController().signal)
    const notice = rowOf(pushNotices, { schoolId })
    return [notice?.state, notice?.reason]
  }
  expect(await became()).toEqual(["withheld", "no-service"])
  want(grace.actor, "push", [])
  expect(await became()).toEqual(["withheld", "off"])
})
