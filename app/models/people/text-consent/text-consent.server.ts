import { transact } from "db/client.server"
import { textConsents } from "db/schema/foundation-text-messages"
import { members, portalAccess } from "db/schema/people"
import { and, desc, eq, isNotNull, isNull } from "drizzle-orm"
import {
  hasTextAccount,
  type NumberRefusal,
  textableNumber,
} from "~/models/accounts/text-account/text-account.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { isCode } from "~/models/foundation/text-message/text-code.server"
import { textFrom } from "~/models/foundation/text-message/text-message"
import { addText } from "~/models/foundation/text-message/text-outbox.server"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { phoneText } from "~/utils/phone-number.server"
import type { Result } from "~/utils/result"

// A person agrees to text messages on a number that they prove with a code. What they agreed to is kept word for word, with who and
// when; ending it keeps the row. A child with a login of their own can't: what concerns them is texted to their guardians.

const codeLivesMs = 15 * 60_000
const mostCodeTries = 5

/** What the person's own settings show. */
export type TextChoices = {
  state: "no-account" | "child" | "off" | "code" | "on"
  phone: string | null
  /** When they agreed, UTC ms. */
  agreedAt: number | null
  /** They replied STOP to the number. */
  isStopped: boolean
}

export function findTextChoices(actor: Actor): TextChoices | null {
  const { memberId, role } = actor
  if (!memberId || role === "job") return null
  const last = findLast(actor, memberId)
  const holds = last?.endedAt === null
  return {
    state: !hasTextAccount(actor)
      ? "no-account"
      : isChild(actor, memberId)
        ? "child"
        : !holds
          ? "off"
          : last.confirmedAt === null
            ? "code"
            : "on",
    phone: holds ? phoneText(last.phone) : null,
    agreedAt: holds ? last.createdAt : null,
    isStopped: last?.endedBy === "stop",
  }
}

const findLast = (actor: Actor, memberId: string) =>
  select()
    .from(textConsents)
    .where(and(own(actor, textConsents), eq(textConsents.memberId, memberId)))
    .orderBy(desc(textConsents.createdAt), desc(textConsents.id))
    .limit(1)
    .get()

/** Whether a member is only ever a child here: neither a guardian nor a grown-up student. */
function isChild(actor: Actor, memberId: string): boolean {
  const ways = select({ as: portalAccess.as })
    .from(portalAccess)
    .where(and(own(actor, portalAccess), eq(portalAccess.memberId, memberId)))
    .all()
  return ways.length > 0 && ways.every((way) => way.as === "child")
}

type Limited = { ok: false; reason: "too-many-tries"; seconds: number }

/**
 * Keeps that the person agrees, and sends a code to the number. Texts begin once they enter it.
 * @param words what they agreed to, as they read it
 * @param code the text with the code, which stands for itself as {code}
 */
export async function agreeToTexts(
  actor: Actor,
  asTyped: { phone: string; words: string; code: string },
): Promise<Result<{ phone: string }, NumberRefusal | "no-account" | "child" | "no-member"> | Limited> {
  const { memberId, userId, school } = actor
  if (!memberId || !userId) return { ok: false, reason: "no-member" }
  if (!hasTextAccount(actor)) return { ok: false, reason: "no-account" }
  if (isChild(actor, memberId)) return { ok: false, reason: "child" }
  const number = textableNumber(actor, asTyped.phone)
  if (!number.ok) return number
  const { phone } = number
  for (const [limit, key] of [
    ["text-code", memberId],
    ["text-code-number", phone],
  ] as const) {
    const seconds = await countTry(limit, key)
    if (seconds > 0) return { ok: false, reason: "too-many-tries", seconds }
  }
  return transact(() => {
    endCurrent(actor, memberId, "replaced")
    const id = newId()
    add(actor, textConsents, { id, memberId, phone, words: asTyped.words, agreedBy: userId })
    addText({
      schoolId: school.id,
      event: id,
      memberId,
      phone,
      topic: "code",
      body: textFrom(school.name, asTyped.code),
      expiresAt: now() + codeLivesMs,
      dueAt: now(),
    })
    return { ok: true, phone: phoneText(phone) }
  })
}

/** The person has read the code on the number: from now on texts go there. */
export function confirmNumber(
  actor: Actor,
  code: string,
): Result<{ phone: string }, "no-code" | "wrong-code" | "old-code"> {
  const { memberId } = actor
  return transact(() => {
    const consent = memberId ? findLast(actor, memberId) : undefined
    if (!consent || consent.endedAt !== null || consent.confirmedAt !== null)
      return { ok: false, reason: "no-code" }
    if (consent.createdAt + codeLivesMs < now() || consent.codeTries >= mostCodeTries)
      return { ok: false, reason: "old-code" }
    if (!isCode(consent.id, code)) {
      change(actor, textConsents, consent.id, { codeTries: consent.codeTries + 1 })
      return { ok: false, reason: "wrong-code" }
    }
    change(actor, textConsents, consent.id, { confirmedAt: now() })
    const phone = phoneText(consent.phone)
    recordEvent(actor, { verb: "agree-texts", noun: "member", nounId: consent.memberId, after: { phone } })
    return { ok: true, phone }
  })
}

/** Ends the person's texts at once; those that wait don't leave. */
export function endTexts(actor: Actor): boolean {
  const { memberId } = actor
  if (!memberId) return false
  return transact(() => {
    const hasEnded = endCurrent(actor, memberId, "member") > 0
    if (hasEnded) recordEvent(actor, { verb: "end-texts", noun: "member", nounId: memberId, after: {} })
    return hasEnded
  })
}

const endCurrent = (actor: Actor, memberId: string, endedBy: "member" | "replaced") =>
  change(actor, textConsents, and(eq(textConsents.memberId, memberId), isNull(textConsents.endedAt)), {
    endedAt: now(),
    endedBy,
  })

/** A number that had ended its texts by STOP replied START: its last agreement holds again, as a new row. Answers how many. */
export function resumeTexts(actor: Actor, phone: string): number {
  const stopped = select()
    .from(textConsents)
    .where(
      and(
        own(actor, textConsents),
        eq(textConsents.phone, phone),
        isNotNull(textConsents.confirmedAt),
        eq(textConsents.endedBy, "stop"),
      ),
    )
    .orderBy(desc(textConsents.createdAt))
    .all()
  const each = [...new Map(stopped.reverse().map((row) => [row.memberId, row])).values()]
  const again = each.filter(({ memberId, id }) => findLast(actor, memberId)?.id === id)
  for (const { memberId, words, agreedBy } of again)
    add(actor, textConsents, { memberId, phone, words, agreedBy, confirmedAt: now() })
  return again.length
}

/** Who agreed to texts on a number and can log in, the latest first. */
export const listMembersAt = (actor: Actor, phone: string): string[] =>
  select({ memberId: textConsents.memberId })
    .from(textConsents)
    .innerJoin(members, joined(members, textConsents.memberId))
    .where(
      and(
        own(actor, textConsents),
        eq(textConsents.phone, phone),
        isNotNull(textConsents.confirmedAt),
        isNull(textConsents.endedAt),
        isNull(members.deactivatedAt),
      ),
    )
    .orderBy(desc(textConsents.confirmedAt))
    .all()
    .map(({ memberId }) => memberId)
