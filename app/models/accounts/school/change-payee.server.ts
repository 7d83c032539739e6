import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { now } from "~/utils/clock.server"
import { formatDate, formatTime } from "~/utils/formats"
import { formatIban } from "~/utils/iban"
import { localDate, localTime } from "~/utils/zones"
import { passwordMatches } from "../user/password.server"
import { listOffice } from "./office.server"
import { changeSettings, findSchoolSettings } from "./school-settings.server"

// Where families' money goes, at the provider and by bank transfer: the most valuable thing to steal here. A change
// asks for the person's own password again, tells every administrator by mail, and is in the audit log.

/** What became of the account, as the message about it says; undefined where it was the same. */
type Change = { how: "added" | "changed" | "removed" | undefined }
type Refused =
  | { ok: false; reason: "wrong-password" }
  | { ok: false; reason: "too-many-tries"; seconds: number }
type Changed = ({ ok: true } & Change) | Refused

/**
 * Changes the account at the provider that families' payments go to.
 * @param payeeEmail null takes the account away, and families can no longer pay online
 */
export async function changePayee(
  actor: Actor,
  { payeeEmail, password }: { payeeEmail: string | null; password: string },
): Promise<Changed> {
  const refusal = await refusePassword(actor, password)
  if (refusal) return refusal
  return transact((): Changed => {
    const before = findSchoolSettings(actor).payeeEmail
    if (before === payeeEmail) return { ok: true, how: undefined }
    changeSettings(actor, "payee", { payeeEmail })
    if (before && !payeeEmail) queueEnding(actor, before)
    tellAdministrators(actor, "payee-changed", { before: before ?? "none", after: payeeEmail ?? "none" })
    return { ok: true, how: howOf(before, payeeEmail) }
  })
}

/** What families saved for an account that is gone ends: it belongs to rooms above, which the job knows. */
export const queueEnding = (actor: Actor, account: string, all = false) =>
  queueJob({
    kind: "end-saved-methods",
    schoolId: actor.school.id,
    payload: { all },
    uniqueKey: `end-saved-methods ${actor.school.id} ${account} ${now()}`,
  })

const howOf = (before: string | null, after: string | null): Change["how"] =>
  !after ? "removed" : before ? "changed" : "added"

export type BankAccount = { bankHolder: string | null; bankIban: string | null; bankBic: string | null }

/** Changes the bank account that new invoices ask for; all null takes it off them. Invoices already issued keep theirs. */
export async function changeBankAccount(
  actor: Actor,
  { password, ...account }: BankAccount & { password: string },
): Promise<Changed> {
  const refusal = await refusePassword(actor, password)
  if (refusal) return refusal
  return transact((): Changed => {
    const before = findSchoolSettings(actor)
    const isSame = (Object.keys(account) as (keyof BankAccount)[]).every(
      (name) => before[name] === account[name],
    )
    if (isSame) return { ok: true, how: undefined }
    changeSettings(actor, "bank", account)
    tellAdministrators(actor, "bank-changed", { before: accountText(before), after: accountText(account) })
    return { ok: true, how: howOf(before.bankIban, account.bankIban) }
  })
}

const accountText = ({ bankHolder, bankIban }: BankAccount): string =>
  bankIban ? `${bankHolder}, ${formatIban(bankIban)}` : "none"

/** Undefined when the password is the actor's own. */
export async function refusePassword(actor: Actor, password: string): Promise<Refused | undefined> {
  if (!actor.userId) return { ok: false, reason: "wrong-password" }
  const seconds = await countTry("password-again", actor.userId)
  if (seconds > 0) return { ok: false, reason: "too-many-tries", seconds }
  const user = select().from(users).where(eq(users.id, actor.userId)).get()
  if (await passwordMatches(user?.passwordHash, password)) return undefined
  return { ok: false, reason: "wrong-password" }
}

/** Tells every administrator where families' money goes now, in the caller's transaction. */
export function tellAdministrators(
  actor: Actor,
  template: "payee-changed" | "bank-changed" | "stripe-changed" | "texts-changed",
  difference: { before: string; after: string },
) {
  const { timeZone } = actor.school
  const at = now()
  for (const person of listOffice(actor))
    mailTo(actor, person, template, {
      changedBy: actor.name,
      ...difference,
      changedAt: `${formatDate(localDate(at, timeZone), "full", actor.school)}, ${formatTime(localTime(at, timeZone), actor.school)}`,
    })
}
