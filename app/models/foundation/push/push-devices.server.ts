import { transact } from "db/client.server"
import { signIns } from "db/schema/accounts-sign-ins"
import type { pushStates } from "db/schema/choices"
import { pushDevices, pushNotices } from "db/schema/foundation-mail"
import { members } from "db/schema/people"
import { and, asc, eq, gt, isNull, lt, ne } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { hashOf } from "~/utils/ids.server"
import { seal, unseal } from "~/utils/seal.server"
import type { Actor, Role } from "../access/actor"
import {
  add,
  change,
  type Params,
  platformAddUnlessThere,
  platformChange,
  platformRemove,
  query,
  remove,
  select,
} from "../access/door.server"
import { among, joined, ofSchool } from "../access/own.server"
import { queueJob } from "../job/job.server"
import { choiceOf, ownChoices, wantsIn } from "../notification-preferences/choices.server"
import { listMembersAt } from "../notification-preferences/members-at.server"
import { isTopic, type Topic } from "../notification-preferences/topics"
import type { PushReason, PushSubscription } from "./push"
import { findPushKeys, hasPushKeys } from "./push-keys.server"

type Device = typeof pushDevices.$inferSelect

/** A member's devices, the oldest first. */
const devicesOf = (actor: Actor, memberId: string): Device[] => devicesQuery.all(actor, { memberId })

const devicesQuery = query((p: Params<{ memberId: string }>, own) =>
  select()
    .from(pushDevices)
    .where(and(own(pushDevices), eq(pushDevices.memberId, p.memberId)))
    .orderBy(asc(pushDevices.createdAt)),
)

// The browsers that show notifications. Each belongs to a member and to the sign-in it was turned on in: logged out, or with
// a sign-in that has ended, it is quiet until the same member logs in there again.

/** More devices of one person are not kept; the oldest goes. */
const mostDevices = 10
/** One that nobody logged in on for so long is forgotten. */
const forgottenAfterMs = 60 * 24 * 3_600_000

/** Whether this installation can send notifications, and the key that browsers subscribe with. */
export const findPushKey = (): string | null =>
  (env().OFFLINE_PAGES ? findPushKeys()?.publicKey : undefined) ?? null

const purpose = "push-device"
/** How many devices a member has. `isHere` is whether the browser of this sign-in is one. */
export function findPushDevices(actor: Actor, signInId: string): { devices: number; isHere: boolean } {
  const devices = actor.memberId ? devicesOf(actor, actor.memberId) : []
  return {
    devices: devices.length,
    isHere: devices.some((device) => device.signInId === signInId),
  }
}

/** Whether to offer notifications: they exist here, and the member has none on any device. */
export const mayTurnOnPush = (actor: Actor): boolean =>
  hasPushKeys(actor) && actor.memberId !== null && devicesOf(actor, actor.memberId).length === 0

/** Turns notifications on in the browser of this sign-in. A browser shows those of one person: the last who turned them on. */
export function addPushDevice(actor: Actor, signInId: string, subscription: PushSubscription) {
  const { memberId } = actor
  if (!memberId) return
  const endpointHash = hashOf(subscription.endpoint)
  transact(() => {
    platformRemove(pushDevices, eq(pushDevices.endpointHash, endpointHash))
    const others = devicesOf(actor, memberId)
    for (const { id } of others.slice(0, Math.max(0, others.length - mostDevices + 1)))
      remove(actor, pushDevices, id)
    add(actor, pushDevices, {
      memberId,
      signInId,
      endpointHash,
      sealed: seal(purpose, JSON.stringify(subscription)),
    })
  })
}

/** Wakes the device of someone who has logged in again in the same browser. Another person's stays quiet. */
export function wakePushDevice(actor: Actor, signInId: string, endpoint: string) {
  if (!actor.memberId) return
  change(
    actor,
    pushDevices,
    and(eq(pushDevices.endpointHash, hashOf(endpoint)), eq(pushDevices.memberId, actor.memberId)),
    { signInId },
  )
}

/** Turns notifications off on all of the member's devices. */
export function removePushDevices(actor: Actor) {
  if (!actor.memberId) return
  remove(actor, pushDevices, eq(pushDevices.memberId, actor.memberId))
}

/** Whether the member has a browser that is quiet because they logged out there. */
export const hasQuietDevice = (actor: Actor): boolean =>
  actor.memberId !== null && devicesOf(actor, actor.memberId).some(({ signInId }) => signInId === null)

type Brief = {
  topic: Topic
  soonestAt?: number
  oldAt?: number
  title: string
  pathFor: (role: Role) => string
}

/** In the caller's transaction: tells the devices of whoever is reached at this email in the school. The same event tells each once. */
export function queuePushes(
  {
    schoolId,
    email,
    event,
    about,
  }: { schoolId: string; email: string; event: string; about?: string | undefined },
  brief: Brief,
) {
  if (!findPushKey()) return
  const found = select({
    id: pushDevices.id,
    memberId: members.id,
    own: ownChoices("push", members.id),
    role: members.role,
  })
    .from(pushDevices)
    .innerJoin(members, joined(members, pushDevices.memberId))
    .where(
      and(
        ofSchool(schoolId, pushDevices),
        among(pushDevices.memberId, listMembersAt(schoolId, [email]).get(email.toLowerCase()) ?? []),
      ),
    )
    .all()
  if (found.length === 0) return
  const { topic, title, soonestAt, oldAt, pathFor } = brief
  const wants = wantsIn(schoolId, "push")
  for (const { id, memberId, own, role } of found) {
    if (wants(own)(topic) === "off") continue
    const noticeId = about === undefined ? undefined : `${event}:${id}`
    queueJob({
      kind: "send-push",
      payload: {
        ...{ deviceId: id, topic, title, path: pathFor(role), noticeId },
        ...(soonestAt ? { soonestAt } : {}),
        ...(oldAt ? { oldAt } : {}),
      },
      schoolId,
      uniqueKey: `push:${event}:${id}`,
    })
    if (noticeId !== undefined && about !== undefined)
      platformAddUnlessThere(pushNotices, {
        ...{ schoolId, id: noticeId, memberId, event, about, createdAt: now() },
        state: "queued",
      })
  }
}

/** What became of a notification, where a page shows it. One that has left stays sent. */
export function settlePush(
  schoolId: string | null,
  noticeId: string | undefined,
  became: { state: (typeof pushStates)[number]; reason?: PushReason },
) {
  if (!schoolId || noticeId === undefined) return
  platformChange(pushNotices, and(ofSchool(schoolId, pushNotices, noticeId), ne(pushNotices.state, "sent")), {
    state: became.state,
    reason: became.reason ?? null,
    sentAt: became.state === "sent" ? now() : null,
  })
}

/** Where a device is reached and whose it is, if its member still wants the topic and is still logged in there. */
export function findPushTarget(
  schoolId: string,
  deviceId: string,
  topic: string,
): (PushSubscription & { memberId: string }) | undefined {
  const found = select({ sealed: pushDevices.sealed, memberId: members.id })
    .from(pushDevices)
    .innerJoin(members, joined(members, pushDevices.memberId))
    .innerJoin(signIns, eq(signIns.id, pushDevices.signInId))
    .where(
      and(
        ofSchool(schoolId, pushDevices, deviceId),
        isNull(members.deactivatedAt),
        gt(signIns.expiresAt, now()),
        eq(signIns.memberId, members.id),
      ),
    )
    .get()
  if (!found || !isTopic(topic) || choiceOf(schoolId, found.memberId, topic, "push") === "off")
    return undefined
  const opened = unseal(purpose, found.sealed)
  return opened && { ...(JSON.parse(opened.text) as PushSubscription), memberId: found.memberId }
}

/** The push service doesn't know the browser any more. */
export function forgetPushDevice(schoolId: string, deviceId: string) {
  platformRemove(pushDevices, ofSchool(schoolId, pushDevices, deviceId))
}

/** Forgets browsers that nobody has logged in on for two months. */
export function forgetQuietPushDevices() {
  platformRemove(
    pushDevices,
    and(isNull(pushDevices.signInId), lt(pushDevices.createdAt, now() - forgottenAfterMs)),
  )
}
