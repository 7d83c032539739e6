import { schools } from "db/schema/accounts-schools"
import { guardians, students } from "db/schema/people"
import { findUserByUsername } from "~/models/accounts/user/user.server"
import type { Actor } from "~/models/foundation/access/actor"
import { memberActor } from "~/models/foundation/access/actor.server"
import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { acceptWithPassword } from "~/models/people/invitation/accept-invitation.server"
import { inviteAdultStudent, inviteGuardian } from "~/models/people/invitation/invite.server"
import { addChildSignIn } from "~/models/people/member/child-sign-in.server"
import { todayOf } from "~/utils/clock.server"
import { laterOf } from "~/utils/dates"
import { november, openFamily, owe } from "./billing"
import { changeRows, openSchool, orFail, rowOf } from "./school"

// A family that logs in and has a balance: the ground of the tests of the family pages.

export type Signed = { actor: Actor; userId: string }

/** Invites and accepts; the guardian or adult student as an actor. */
export function signedIn(school: Actor, kind: "guardian" | "student", id: string): Signed {
  const invited = orFail(kind === "guardian" ? inviteGuardian(school, id) : inviteAdultStudent(school, id))
  const accepted = orFail(acceptWithPassword(tokenOf(invited.linkId), "not a hash"))
  const { userId, memberId } = accepted
  const name = kind === "guardian" ? rowOf(guardians, { id })?.name : rowOf(students, { id })?.firstName
  return {
    userId,
    actor: memberActor(school.school, { memberId, userId, name: name ?? "", role: "student" }),
  }
}

/** Gives a child a sign-in of their own; the id of the child's user. */
export function childSignedIn(school: Actor, studentId: string): string {
  const username = `child-${studentId.slice(-12)}`
  orFail(addChildSignIn(school, studentId, { username, passwordHash: "not a hash" }))
  return findUserByUsername(username)?.id ?? ""
}

/** Adults by name, each with the share they pay, in hundredths of a percent. */
export const adultsWith = (shares: Record<string, number>) =>
  Object.entries(shares).map(([name, payerShare]) => ({ name, payerShare }))

let count = 0

/** A school with a PayPal account and a family of two children; each guardian logs in. */
export function openPayingFamily(
  facts: { adults?: { name: string; payerShare: number; seesMoney?: boolean }[]; currency?: string } = {},
) {
  count += 1
  const { actor: school } = openSchool()
  const { currency = "USD" } = facts
  const payeeEmail = `fees${count}@harmony.example`
  changeRows(schools, { id: school.school.id }, { payeeEmail, currency })
  const { memberId, userId, name } = school
  const actor = memberActor(
    { ...school.school, currency },
    { memberId: memberId ?? "", userId: userId ?? "", name, role: "admin" },
  )
  const family = openFamily(actor, {
    name: "Haddad",
    adults: (facts.adults ?? [{ name: "Jonas Haddad", payerShare: 10_000 }]).map((adult, index) => ({
      ...adult,
      email: `adult${count}.${index}@haddad.example`,
    })),
    children: ["Otis", "Milo"],
  })
  const guardians = family.guardianIds.map((id) => signedIn(actor, "guardian", id))
  const [first] = guardians
  if (!first) throw new Error("A family has an adult here")
  return { school: actor, payeeEmail, guardian: first, guardians, ...family }
}

/** An issued invoice of the family over this amount; minor units. */
export function invoiceOver(
  school: Actor,
  family: { familyId: string; studentIds: string[] },
  amountMinor: number,
): string {
  const invoice = november(family.familyId, [owe(school, family, amountMinor)])
  // Some files live on the real day, as PayPal does: it may be after the usual one when the invoice is due.
  const dueOn = laterOf(invoice.dueOn, todayOf(school))
  return orFail(issueInvoice(school, { ...invoice, dueOn })).invoiceId
}
