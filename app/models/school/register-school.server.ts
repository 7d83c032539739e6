import { db, transact } from "db/client.server"
import { members, teachers } from "db/schema/people"
import { subscriptions } from "db/schema/platform"
import { schools } from "db/schema/schools"
import { outcomes } from "db/schema/teaching"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import type { Actor } from "../access/actor"
import { memberActor } from "../access/actor.server"
import { recordEvent } from "../audit/audit.server"
import { queueMail } from "../outbox/outbox.server"
import { defaultOutcomes } from "../outcome/outcome"
import { addUser, findUserByEmail } from "../user/user.server"

// A new tenant: the school, its first administrator, the outcome table it starts with, and a pending subscription.

export type Registration = {
  kind: "school" | "solo"
  schoolName: string
  name: string
  email: string
  /** Already hashed: nothing is awaited in the transaction. */
  passwordHash: string
  timeZone?: string
  currency?: string
}

/**
 * Registers a school with its first administrator. Refuses an address that has an account, whose owner is told by mail;
 * that account is never changed and nobody is signed in (product.md 2.13).
 */
export function registerSchool(
  registration: Registration,
): { ok: true; actor: Actor; userId: string } | { ok: false; reason: "email-taken" } {
  return transact(() => {
    const existing = findUserByEmail(registration.email)
    if (existing) {
      if (existing.email)
        queueMail({
          template: "account-exists",
          data: { name: existing.name },
          recipient: existing.email,
          schoolId: null,
        })
      return { ok: false, reason: "email-taken" }
    }
    const at = now()
    const school = db()
      .insert(schools)
      .values({
        id: newId(),
        kind: registration.kind,
        name: registration.schoolName,
        timeZone: registration.timeZone ?? "America/New_York",
        currency: registration.currency ?? "USD",
        email: registration.email.trim().toLowerCase(),
        createdAt: at,
      })
      .returning()
      .get()
    const userId = addUser(registration)
    const memberId = newId()
    const role = registration.kind === "solo" ? "solo_teacher_admin" : "admin"
    db().insert(members).values({ schoolId: school.id, id: memberId, userId, role, createdAt: at }).run()
    db()
      .insert(subscriptions)
      .values({ schoolId: school.id, status: "pending", createdAt: at, updatedAt: at })
      .run()
    for (const outcome of defaultOutcomes)
      db()
        .insert(outcomes)
        .values({ schoolId: school.id, id: newId(), createdAt: at, ...outcome })
        .run()
    if (registration.kind === "solo")
      db()
        .insert(teachers)
        .values({
          schoolId: school.id,
          id: newId(),
          createdAt: at,
          name: registration.name,
          email: school.email,
          memberId,
        })
        .run()

    const actor = memberActor(school, { memberId, userId, name: registration.name, role })
    recordEvent(actor, {
      verb: "register",
      noun: "school",
      nounId: school.id,
      after: { name: school.name, kind: school.kind },
    })
    return { ok: true, actor, userId }
  })
}
