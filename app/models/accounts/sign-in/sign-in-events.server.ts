import { transact } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { and, eq, gt, inArray } from "drizzle-orm"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { AuditEvent } from "~/models/foundation/audit/events"
import { now } from "~/utils/clock.server"
import type { User } from "../user/user.server"
import { browserLabel } from "./browser-label"
import { listMemberships } from "./sign-in.server"

// Logins, failed logins and visits by platform staff, recorded in the log of the school they concern. The log is
// meant to be read, so a repeat within a short time isn't recorded.

const minute = 60_000
const againAfterMs = { "sign-in": 60 * minute, "fail-sign-in": 15 * minute, "look-as-staff": 60 * minute }
type Verb = keyof typeof againAfterMs

/** A member came into the school, by signing in or from another school of theirs. */
export function recordSignIn(actor: Actor, userAgent: string | null) {
  if (!actor.memberId) return
  const browser = browserLabel(userAgent)
  recordOnce(actor, { verb: "sign-in", noun: "member", nounId: actor.memberId, after: { browser } })
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
    if (actor)
      recordOnce(actor, {
        verb: "fail-sign-in",
        noun: "member",
        nounId: memberId,
        after: { name: user.name, step, failures },
      })
  }
}

/** One of the platform's staff opened the school's page. */
export function recordStaffLook(staff: SuperActor, school: Actor) {
  recordOnce(school, {
    verb: "look-as-staff",
    noun: "school",
    nounId: school.school.id,
    after: { by: staff.name },
  })
}

/** Unless the same was written a short while ago. */
function recordOnce(actor: Actor, event: Extract<AuditEvent, { verb: Verb }>) {
  const { verb, noun, nounId, after } = event
  const lately = select({ verb: events.verb, after: events.after })
    .from(events)
    .where(
      and(
        own(actor, events),
        eq(events.noun, noun),
        eq(events.nounId, nounId),
        gt(events.createdAt, now() - againAfterMs[verb]),
        inArray(events.verb, [verb]),
      ),
    )
    .all()
  const facts: { browser?: unknown; by?: unknown; [fact: string]: unknown } = after
  const same = lately.some((event) => {
    const { browser, by } = JSON.parse(event.after ?? "{}") as typeof facts
    return browser === facts.browser && by === facts.by
  })
  if (!same) transact(() => recordEvent(actor, event))
}
