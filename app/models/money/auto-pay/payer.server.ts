import { users } from "db/schema/accounts"
import { autoCharges } from "db/schema/money-auto-pay"
import { guardians, members, portalAccess, students } from "db/schema/people"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { hasRow, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { isBounced } from "~/models/foundation/outbox/bounce.server"
import type { Greeting } from "~/models/foundation/outbox/greeting"
import type { MailData, MailTemplate } from "~/models/foundation/outbox/outbox"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { reachOf } from "~/models/foundation/outbox/reach.server"
import { titleOf } from "./auto-pay"
import type { SavedMethod } from "./find-methods.server"

// Who pays with a saved account.

/** Whether the person may still pay for the family: their access can end while their account is saved. */
export const isStillPayer = (actor: Actor, method: SavedMethod): boolean =>
  contactOf(actor, method) !== undefined

/** The payer as the school keeps them, while they may pay for the family. */
function contactOf(
  actor: Actor,
  { guardianId, memberId, familyId }: SavedMethod,
): { email: string | null } | undefined {
  if (guardianId)
    return ownRows(actor, guardians, ["email"])
      .where(
        and(
          eq(guardians.id, guardianId),
          eq(guardians.memberId, memberId),
          eq(guardians.familyId, familyId),
          eq(guardians.seesMoney, true),
        ),
      )
      .get()
  return select({ email: students.email })
    .from(portalAccess)
    .innerJoin(students, joined(students, portalAccess.studentId))
    .where(
      and(
        own(actor, portalAccess),
        eq(portalAccess.memberId, memberId),
        eq(portalAccess.as, "self"),
        eq(students.familyId, familyId),
      ),
    )
    .get()
}

/** Who agreed, with the email they log in with. */
export function payerOf(actor: Actor, { memberId }: SavedMethod): { name: string; email: string | null } {
  const payer = select({ name: users.name, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(own(actor, members, memberId))
    .get()
  return payer ?? { name: "Former member", email: null }
}

/** Where their emails go: while those to the email they log in with come back, to the one the school has of them. */
export function mailedPayerOf(actor: Actor, method: SavedMethod): ReturnType<typeof payerOf> {
  const payer = payerOf(actor, method)
  if (!isBounced(payer.email)) return payer
  const email = contactOf(actor, method)?.email
  return email && !isBounced(email) ? { ...payer, email } : payer
}

/** Whether an email to the payer leaves: the office is told where none does. */
export const isReached = (
  { school }: Actor,
  template: MailTemplate,
  payer: ReturnType<typeof payerOf>,
): boolean => reachOf({ template, schoolId: school.id }, [payer]).reached.length > 0

/** Whether a charge of it is being made now, which its end doesn't stop. */
export const isBeingCharged = (actor: Actor, { id }: SavedMethod): boolean =>
  hasRow(actor, autoCharges, and(eq(autoCharges.methodId, id), eq(autoCharges.state, "charging")))

/** Tells the payer that it is charged no longer, and who ended that. */
export const tellEnded = (actor: Actor, method: SavedMethod, by: MailData["auto-pay-ended"]["by"]) =>
  mailPayer(actor, method, "auto-pay-ended", {
    account: titleOf(method),
    provider: method.provider,
    by,
    isBeingCharged: isBeingCharged(actor, method),
  })

/** Emails the payer; false when they have no address. */
export function mailPayer<Template extends MailTemplate>(
  actor: Actor,
  method: SavedMethod,
  template: Template,
  data: Omit<MailData[Template], keyof Greeting>,
): boolean {
  const { name, email } = mailedPayerOf(actor, method)
  if (email) mailTo(actor, { email, name }, template, data)
  return email !== null
}
