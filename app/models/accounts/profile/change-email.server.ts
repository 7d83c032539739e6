import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { platformChange } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import {
  consumeLink,
  findLink,
  linkState,
  makeOneTimeLink,
  type OneTimeLink,
  revokeLinks,
} from "~/models/foundation/one-time-link/one-time-link.server"
import { moveReader } from "~/models/foundation/outbox/move-reader.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { listMemberships } from "../sign-in/sign-in.server"
import { forgetTriesAt } from "../sign-in/sign-in-tries.server"
import { findUser, findUserByEmail, fold, isUnproven, type User } from "../user/user.server"

// The address a person logs in with. A new one counts once its mailbox has answered; until then the old one stays. What is
// answered never tells whether an address has an account.

const lifetimeMs = 24 * 3_600_000

/**
 * Mails a link to the new address, good for one day; earlier ones stop working. An address that has an account gets none.
 * The present address is told either way.
 */
export function askForEmailChange(userId: string, newEmail: string): Result<void, "same" | "no-email"> {
  return transact(() => {
    const user = findUser(userId)
    const email = fold(newEmail)
    if (!user?.email) return { ok: false, reason: "no-email" }
    if (user.email === email) return { ok: false, reason: "same" }
    queueMail({
      template: "email-change-asked",
      data: { name: isUnproven(user) ? "" : user.name, email, askedAt: now() },
      schoolId: null,
      recipient: user.email,
    })
    if (findUserByEmail(email)) {
      revokeLinks("email-change", user.id)
      return { ok: true }
    }
    const linkId = makeOneTimeLink({
      purpose: "email-change",
      schoolId: null,
      subjectId: user.id,
      email,
      lifetimeMs,
    })
    queueMail({ template: "email-change", data: { email, linkId }, schoolId: null, recipient: email })
    return { ok: true }
  })
}

/** What a token opens: the account and its address to be, or nothing, whatever the reason. */
export function findEmailChange(token: string): { link: OneTimeLink; user: User } | undefined {
  const link = findLink(["email-change"], token)
  if (!link || linkState(link) !== "open") return undefined
  const user = findUser(link.subjectId)
  return user?.email && !findUserByEmail(link.email) ? { link, user } : undefined
}

/**
 * Makes the new address the one the person logs in with, and tells the old one. Logins and password stay; links that were
 * mailed to the old address stop working.
 */
export function changeEmail(token: string): Result<{ email: string }, "unusable"> {
  return transact(() => {
    const found = findEmailChange(token)
    if (!found || !consumeLink(found.link.id)) return { ok: false, reason: "unusable" }
    const { user, link } = found
    platformChange(users, user.id, { email: link.email, emailProvenAt: now() })
    for (const purpose of ["password-reset", "email-confirmation"] as const) revokeLinks(purpose, user.id)
    if (user.email) {
      forgetTriesAt(user.email)
      queueMail({
        template: "email-changed",
        data: { name: user.name, email: link.email },
        schoolId: null,
        recipient: user.email,
      })
    }
    for (const { schoolId, memberId } of listMemberships(user.id)) {
      const actor = schoolActor(schoolId)
      if (!actor) continue
      moveReader(actor, { from: user.email, to: link.email, memberId })
      recordEvent(actor, "member.change-email", memberId, {
        by: user.name,
        before: { email: user.email },
        after: { email: link.email },
      })
    }
    return { ok: true, email: link.email }
  })
}
