import { transact } from "db/client.server"
import { queueJob } from "~/models/foundation/job/job.server"
import {
  consumeLink,
  findLink,
  linkState,
  makeOneTimeLink,
  type OneTimeLink,
} from "~/models/foundation/one-time-link/one-time-link.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { setPasswordByMailbox } from "../proven-address/proven-address.server"
import { hashPassword } from "../user/password.server"
import { findUser, findUserByEmail, fold, isUnproven } from "../user/user.server"
import { resetLinkLife } from "./password-reset"
import type { PasswordResetPayload } from "./password-reset-forms"

// A password reset by an emailed link. A response never reveals whether an address has an account: a request only queues a
// job, which looks up the account after the response is sent.

/** Asks for a link to choose a new password. The same row is written whether or not the address has an account. */
export function askForPasswordReset(email: string) {
  const folded = fold(email)
  transact(() =>
    queueJob({ kind: "password-reset", payload: { email: folded }, uniqueKey: `password-reset:${folded}` }),
  )
}

/** Mails the link in the job's transaction; an address without an account gets nothing. */
export function mailPasswordReset(email: string) {
  const user = findUserByEmail(email)
  if (!user?.email) return
  const linkId = makeOneTimeLink({
    purpose: "password-reset",
    schoolId: null,
    subjectId: user.id,
    email: user.email,
    lifetimeMs: resetLinkLife.ms,
  })
  queueMail({
    template: "password-reset",
    // Whoever registers with someone else's address also chose the name.
    data: { name: isUnproven(user) ? "" : user.name, email: user.email, linkId },
    schoolId: null,
    recipient: user.email,
  })
}

/** The usable link behind a token, if it was made for this address and the person still has it. */
export function findResetLink(token: string, email: string): OneTimeLink | undefined {
  const link = findLink(["password-reset"], token)
  if (!link || linkState(link) !== "open" || link.email !== fold(email)) return undefined
  return findUser(link.subjectId)?.email === link.email ? link : undefined
}

/**
 * Sets the password of the person a link was made for, uses the link up, ends every sign-in of theirs and mails that it
 * happened; an account whose address was never proven is taken over by the mailbox. Undefined for a link that is unknown,
 * used, past its hour or made for another address. Of two at once exactly one wins.
 */
export async function resetPassword({
  token,
  email,
  password,
}: PasswordResetPayload): Promise<{ userId: string } | undefined> {
  if (!findResetLink(token, email)) return undefined
  const passwordHash = await hashPassword(password)
  return transact(() => {
    const link = findResetLink(token, email)
    const user = link && consumeLink(link.id) ? findUser(link.subjectId) : undefined
    if (!user) return undefined
    setPasswordByMailbox(user.id, passwordHash)
    return { userId: user.id }
  })
}
