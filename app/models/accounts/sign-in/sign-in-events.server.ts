import { transact } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { and, eq, gt, inArray } from "drizzle-orm"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { ownRows } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import type { User } from "../user/user.server"
import { browserLabel } from "./browser-label"
import { listMemberships } from "./sign-in.server"

// Logins, failed logins and visits by platform staff, recorded in the log of the school they concern. The log is
// meant to be read, so a repeat within a short time isn't recorded.

const minute = 60_000
const againAfterMs = {
  "member.sign-in": 60 * minute,
  "member.fail-sign-in": 15 * minute,
  "school.look-as-staff": 60 * minute,
}

/** A member came into the school, by signing in or from another school of theirs. */
export function recordSignIn(actor: Actor, userAgent: string | null) {
  if (!actor.memberId) return
  const { memberId } = actor
  const after = { browser: browserLabel(userAgent) }
  if (isNews(actor, "member.sign-in", memberId, after))
    transact(() => recordEvent(actor, "member.sign-in", memberId, { after }))
}

/**
 * Someone failed to sign in to this account: in every school it belongs to. The school itself says so, since no one knows
 * who it was. `failures` is how many there were recently.
 */
export function recordFailedSignIn(
  user: Pick<User, "id" | "name">,
  step: "password" | "code",
  failures?: number,
) {
  for (const { schoolId, memberId } of listMemberships(user.id)) {
    const actor = schoolActor(schoolId)
    const after = { name: user.name, step, failures }
    if (actor && isNews(actor, "member.fail-sign-in", memberId))
      transact(() => recordEvent(actor, "member.fail-sign-in", memberId, { after }))
  }
}

/** One of the platform's staff opened the school's page. */
export function recordStaffLook(staff: SuperActor, school: Actor) {
  const after = { by: staff.name }
  if (isNews(school, "school.look-as-staff", school.school.id, after))
    transact(() => recordEvent(school, "school.look-as-staff", school.school.id, { after }))
}

/** Whether the same wasn't recorded a short while ago: with that browser, or by that person of ours. */
function isNews(
  actor: Actor,
  key: keyof typeof againAfterMs,
  nounId: string,
  facts: { browser?: string | null; by?: string } = {},
): boolean {
  const [noun = "", verb = ""] = key.split(".")
  const lately = ownRows(actor, events, ["after"])
    .where(
      and(
        eq(events.noun, noun),
        eq(events.nounId, nounId),
        gt(events.createdAt, now() - againAfterMs[key]),
        inArray(events.verb, [verb]),
      ),
    )
    .all()
  return !lately.some((event) => {
    const { browser, by } = JSON.parse(event.after ?? "{}") as typeof facts
    return browser === facts.browser && by === facts.by
  })
}
