import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { members } from "db/schema/people"
import { supportConsents } from "db/schema/platform"
import { and, desc, eq, gt, isNull } from "drizzle-orm"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { add, change, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { localDate } from "~/utils/zones"
import { recordPlatformAct } from "../staff-act/staff-act.server"
import { type RecordView, recordLabels } from "./support-consent"

// Our staff read a school's records only while its administrator lets them: for some days, with a reason, ended at any
// time. Each time they look is in the school's activity and in the staff's log. Without consent they read nothing of it.

const dayMs = 86_400_000
const mostShown = 20

const isRunning = (actor: Actor) =>
  and(own(actor, supportConsents), isNull(supportConsents.revokedAt), gt(supportConsents.endsAt, now()))

/** The consent that runs now, the longest of several. */
export const findConsent = (actor: Actor) =>
  select().from(supportConsents).where(isRunning(actor)).orderBy(desc(supportConsents.endsAt)).get()

/** The latest consents with who gave them, newest first. */
export const listConsents = (actor: Actor) =>
  select({ consent: supportConsents, memberName: users.name })
    .from(supportConsents)
    .innerJoin(members, joined(members, supportConsents.memberId))
    .innerJoin(users, eq(users.id, members.userId))
    .where(own(actor, supportConsents))
    .orderBy(desc(supportConsents.createdAt), desc(supportConsents.id))
    .limit(mostShown)
    .all()
    .map(({ consent, memberName }) => ({ ...consent, memberName }))

/** Lets our staff read the school's records for days from now on, in place of an earlier consent. */
export function allowSupport(actor: Actor, { days, reason }: { days: number; reason: string }) {
  const { memberId } = actor
  if (memberId === null) throw new Error("Only a person of the school gives consent.")
  transact(() => {
    const at = now()
    const endsAt = at + days * dayMs
    change(actor, supportConsents, isRunning(actor), { revokedAt: at })
    const id = newId()
    add(actor, supportConsents, { id, createdAt: at, memberId, reason, endsAt })
    recordEvent(actor, "school.allow-support", actor.school.id, {
      after: { until: localDate(endsAt, actor.school.timeZone), reason },
    })
  })
}

/** Ends the consent that runs now. False when there is none. */
export function endSupport(actor: Actor): boolean {
  return transact(() => {
    const changes = change(actor, supportConsents, isRunning(actor), { revokedAt: now() })
    if (changes === 0) return false
    recordEvent(actor, "school.end-support", actor.school.id)
    return true
  })
}

/** Someone of the staff looks at records: written down for both sides before anything is shown. False without consent. */
export function recordEntry(staff: SuperActor, school: Actor, view: RecordView): boolean {
  return transact(() => {
    if (!findConsent(school)) return false
    const what = recordLabels[view]
    recordPlatformAct(staff, { verb: "enter-school", about: what, schoolId: school.school.id })
    recordEvent(school, "school.view-as-support", school.school.id, {
      after: { screen: what.toLowerCase() },
      by: `${staff.name} (Tutti)`,
    })
    return true
  })
}
