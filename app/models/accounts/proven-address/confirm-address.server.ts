import { transact } from "db/client.server"
import {
  consumeLink,
  findLink,
  linkState,
  makeOneTimeLink,
  type OneTimeLink,
} from "~/models/foundation/one-time-link/one-time-link.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import type { Result } from "~/utils/result"
import { findUser, isUnproven, type User } from "../user/user.server"
import { setPasswordByMailbox } from "./proven-address.server"

// Confirming one's own address: a mail with a link, a page that asks for a password. The password is asked for because
// the account may have been registered by someone else, who must not keep the one they chose.

const lifetimeMs = 24 * 3_600_000

/** Mails a link, good for one day; earlier ones stop working. Refuses an account whose address is proven, or that has none. */
export function askForConfirmation(userId: string): Result<{ email: string }, "proven"> {
  return transact(() => {
    const user = findUser(userId)
    if (!user?.email || !isUnproven(user)) return { ok: false, reason: "proven" }
    const { email } = user
    const linkId = makeOneTimeLink({
      purpose: "email-confirmation",
      schoolId: null,
      subjectId: user.id,
      email,
      lifetimeMs,
    })
    queueMail({ template: "email-confirmation", data: { email, linkId }, schoolId: null, recipient: email })
    return { ok: true, email }
  })
}

/** What a token opens: the account to confirm, or nothing, whatever the reason. */
export function findConfirmation(token: string): { link: OneTimeLink; user: User } | undefined {
  const link = findLink(["email-confirmation"], token)
  if (!link || linkState(link) !== "open") return undefined
  const user = findUser(link.subjectId)
  return user && user.email === link.email && isUnproven(user) ? { link, user } : undefined
}

/** Confirms the address and sets the password that was chosen. Of two at once, and after a reset, exactly one wins. */
export function confirmAddress(token: string, passwordHash: string): Result<{ userId: string }, "unusable"> {
  return transact(() => {
    const found = findConfirmation(token)
    if (!found || !consumeLink(found.link.id)) return { ok: false, reason: "unusable" }
    setPasswordByMailbox(found.user.id, passwordHash)
    return { ok: true, userId: found.user.id }
  })
}
