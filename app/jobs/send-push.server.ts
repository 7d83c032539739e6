import { createHash } from "node:crypto"
import { transact } from "db/client.server"
import { schoolActor } from "~/models/foundation/access/actor.server"
import type { JobData } from "~/models/foundation/job/job"
import { queueJob } from "~/models/foundation/job/job.server"
import { leavesAt } from "~/models/foundation/notification-preferences/quiet-hours.server"
import type { PushMessage, PushReason } from "~/models/foundation/push/push"
import { findPushTarget, forgetPushDevice, settlePush } from "~/models/foundation/push/push-devices.server"
import { findPushKeys } from "~/models/foundation/push/push-keys.server"
import { isPushService } from "~/models/foundation/push/push-services.server"
import { now } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { untilSaved } from "~/utils/until-saved.server"

/** Well under the lease, so that a notification is never tried twice at once. */
const answerWithinMs = 20_000
/** A notification that didn't reach a switched-off phone by then is old news. */
const keptByServiceSeconds = 24 * 3600
/** The push service doesn't know the browser any more. */
const gone = [404, 410]

/**
 * Sends one notification, encrypted for its browser. Sent again after a crash it takes the place of the first. Nothing is
 * sent to someone who has logged out or turned it off meanwhile; in their quiet hours what can wait is queued for their end.
 */
export async function sendPush(
  schoolId: string | null,
  jobId: string,
  { deviceId, topic, title, path, soonestAt, oldAt, noticeId }: JobData["send-push"],
  stopping: AbortSignal,
) {
  const { APP_URL, CONTACT_EMAIL } = env()
  const keys = findPushKeys()
  const withhold = (reason: PushReason) => settlePush(schoolId, noticeId, { state: "withheld", reason })
  if (!schoolId || !keys) return withhold("no-service")
  // It brings arithmetic of large numbers with it, which a process without notifications needn't hold.
  const { default: webPush } = await import("web-push")
  const target = findPushTarget(schoolId, deviceId, topic)
  const school = schoolActor(schoolId)?.school
  if (!target || !school) return withhold("off")
  if (!isPushService(target.endpoint)) return withhold("no-service")
  const patience = { waitsAtNight: true, isDaily: false, soonestAt: soonestAt ?? null }
  const { at: dueAt } = leavesAt({ schoolId, memberId: target.memberId }, patience, now())
  if (dueAt > now()) {
    // In the morning the lessons of tomorrow would be today's.
    if (oldAt !== undefined && dueAt >= oldAt) return withhold("old")
    const payload = {
      ...{ deviceId, topic, title, path, noticeId },
      ...(soonestAt ? { soonestAt } : {}),
      ...(oldAt ? { oldAt } : {}),
    }
    // Once, however often this is tried.
    transact(() => {
      queueJob({ kind: "send-push", payload, schoolId, dueAt, uniqueKey: `push-later:${jobId}` })
      settlePush(schoolId, noticeId, { state: "queued", reason: "quiet" })
    })
    return
  }
  const message: PushMessage = { title, body: school.name, path, tag: jobId }
  const { endpoint, method, headers, body } = webPush.generateRequestDetails(
    { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
    JSON.stringify(message),
    {
      vapidDetails: {
        subject: APP_URL.startsWith("https://") ? APP_URL : `mailto:${CONTACT_EMAIL}`,
        ...keys,
      },
      TTL: keptByServiceSeconds,
      urgency: "normal",
      topic: createHash("sha256").update(jobId).digest("base64url").slice(0, 32),
    },
  )
  await untilSaved()
  const answer = await fetch(endpoint, {
    method,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: new Uint8Array(body),
    redirect: "error",
    signal: AbortSignal.any([AbortSignal.timeout(answerWithinMs), stopping]),
  })
  await answer.arrayBuffer()
  if (gone.includes(answer.status)) {
    forgetPushDevice(schoolId, deviceId)
    return settlePush(schoolId, noticeId, { state: "failed", reason: "gone" })
  }
  // A refusal's own text can quote the address, which is a secret.
  if (!answer.ok) throw new Error(`The push service answered ${answer.status}.`)
  settlePush(schoolId, noticeId, { state: "sent" })
}
