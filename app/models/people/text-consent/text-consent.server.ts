import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { textConsents } from "db/schema/foundation-text-messages"
import { guardians, members, portalAccess, students, teachers } from "db/schema/people"
import { and, desc, eq, isNotNull, isNull, or } from "drizzle-orm"
import {
  hasTextAccount,
  type NumberRefusal,
  textableNumber,
} from "~/models/accounts/text-account/text-account.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { isCode } from "~/models/foundation/text-message/text-code.server"
import { textFrom } from "~/models/foundation/text-message/text-message"
import {
  addText,
  grownAge,
  isAgreedByTheirs,
  isCurrent,
} from "~/models/foundation/text-message/text-outbox.server"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { now, todayOf } from "~/utils/clock.server"
import { ageOn } from "~/utils/dates"
import { newId } from "~/utils/ids.server"
import { fold } from "~/utils/names"
import { e164Of, phoneText } from "~/utils/phone-number.server"
import type { Result } from "~/utils/result"
import { findPortal } from "../family-access/portal.server"

/** Who has a number (in E.164) in the school's records. */
export function listOwnersOf(actor: Actor, phone: string): { id: string; name: string }[] {
  const rows = [
    ...ownRows(actor, guardians, ["id", "name", "phone"]).where(isNotNull(guardians.phone)).all(),
    ...ownRows(actor, students, { id: students.id, name: students.firstName, phone: students.phone })
      .where(isNotNull(students.phone))
      .all(),
    ...ownRows(actor, teachers, ["id", "name", "phone"]).where(isNotNull(teachers.phone)).all(),
  ]
  const digits = phone.slice(-7)
  return rows.filter(
    (row) => row.phone?.replace(/\D/g, "").endsWith(digits) && e164Of(row.phone, phone) === phone,
  )
}

// A person agrees to text messages on a number that is proven with a code. What they agreed to is kept word for word, with who and
// when; ending it keeps the row. For a child a guardian agrees, in the portal or to the office, which enters it: the child's own phone then
// gets what a student is told of their lessons. At 18 that ends, and they agree for themselves.

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

/** Whose phone it is: someone who logs in, or a child. */
type Whose = { memberId: string; studentId: null } | { memberId: null; studentId: string }

export function findTextChoices(actor: Actor): TextChoices | null {
  const { memberId, role } = actor
  if (!memberId || role === "job") return null
  const choices = choicesOf(actor, findLast(actor, { memberId, studentId: null }))
  return isChild(actor, memberId) && choices.state !== "no-account" ? { ...choices, state: "child" } : choices
}

function choicesOf(actor: Actor, last: ReturnType<typeof findLast>): TextChoices {
  const holds = last?.endedAt === null
  return {
    state: !hasTextAccount(actor) ? "no-account" : !holds ? "off" : last.confirmedAt === null ? "code" : "on",
    phone: holds ? phoneText(last.phone) : null,
    agreedAt: holds ? last.createdAt : null,
    isStopped: last?.endedBy === "stop",
  }
}

/** The texts of a child's own phone, with who agreed and in which words; null for a student who agrees for themselves. */
export function findChildTexts(
  actor: Actor,
  { id, birthDate }: Pick<typeof students.$inferSelect, "id" | "birthDate">,
) {
  if (isGrown(actor, birthDate)) return null
  const found = findLast(actor, { memberId: null, studentId: id })
  const last = found?.endedAt === null ? found : undefined
  const by = last && select({ name: users.name }).from(users).where(eq(users.id, last.agreedBy)).get()?.name
  return {
    ...choicesOf(actor, found),
    words: last?.words ?? null,
    agreedBy: last?.agreedName ?? by ?? null,
    agreedOn: last?.agreedOn ?? null,
    enteredBy: last?.agreedName ? (by ?? null) : null,
  }
}

/** The children whose guardian the reader of the family pages is, each with their texts. */
export function listChildTexts(actor: Actor) {
  if (!hasTextAccount(actor)) return []
  return findPortal(actor)
    .students.filter(({ as }) => as === "guardian")
    .flatMap(({ id }) => {
      const student = find(actor, students, id)
      const texts = student && findChildTexts(actor, student)
      return texts ? [{ id, firstName: student.firstName, ownPhone: student.phone, ...texts }] : []
    })
}

const isGrown = (actor: Actor, birthDate: string | null) =>
  birthDate !== null && ageOn(birthDate, todayOf(actor)) >= grownAge

const isOf = ({ memberId, studentId }: Whose) =>
  memberId === null ? eq(textConsents.studentId, studentId) : eq(textConsents.memberId, memberId)

const findLast = (actor: Actor, whose: Whose) =>
  select()
    .from(textConsents)
    .where(
      and(own(actor, textConsents), isOf(whose), or(isNotNull(textConsents.endedAt), isAgreedByTheirs())),
    )
    // After a merge of two students one that holds may be older than one that has ended.
    .orderBy(isNotNull(textConsents.endedAt), desc(textConsents.createdAt), desc(textConsents.id))
    .limit(1)
    .get()

/** Whether a member is only ever a child here: neither a guardian nor a grown-up student. */
function isChild(actor: Actor, memberId: string): boolean {
  const ways = select({ as: portalAccess.as, birthDate: students.birthDate })
    .from(portalAccess)
    .innerJoin(students, joined(students, portalAccess.studentId))
    .where(and(own(actor, portalAccess), eq(portalAccess.memberId, memberId)))
    .all()
  return ways.length > 0 && ways.every(({ as, birthDate }) => as === "child" && !isGrown(actor, birthDate))
}

type ChildRefusal = "not-found" | "grown" | "not-theirs"

/** The child whom a guardian may agree for; the office for each. */
function findChild(
  actor: Actor,
  studentId: string,
  { isOffice }: { isOffice: boolean },
): Result<{ whose: Whose }, Exclude<ChildRefusal, "not-theirs">> {
  const student = find(actor, students, studentId)
  const isTheirs =
    isOffice || findPortal(actor).students.some(({ id, as }) => id === studentId && as === "guardian")
  if (!student || student.erasedAt !== null || !isTheirs) return { ok: false, reason: "not-found" }
  if (isGrown(actor, student.birthDate)) return { ok: false, reason: "grown" }
  return { ok: true, whose: { memberId: null, studentId } }
}

/** Whether a child's number is someone else's here: in the records, or by what they agreed to. */
const isOfAnother = (actor: Actor, phone: string, studentId: string): boolean =>
  listOwnersOf(actor, phone).some(({ id }) => id !== studentId) ||
  listConsentsAt(actor, phone).some((each) => each.studentId !== studentId)

type Limited = { ok: false; reason: "too-many-tries"; seconds: number }

/**
 * Keeps that the person agrees, for themselves or a child of theirs, and sends a code to the number. Texts begin once it is entered.
 * @param words what they agreed to, as they read it
 * @param code the text with the code, which stands for itself as {code}
 */
export async function agreeToTexts(
  actor: Actor,
  asTyped: { phone: string; words: string; code: string; studentId?: string },
): Promise<
  Result<{ phone: string }, NumberRefusal | "no-account" | "child" | "no-member" | ChildRefusal> | Limited
> {
  const { memberId, userId, school } = actor
  if (!memberId || !userId) return { ok: false, reason: "no-member" }
  if (!hasTextAccount(actor)) return { ok: false, reason: "no-account" }
  const { studentId } = asTyped
  if (!studentId && isChild(actor, memberId)) return { ok: false, reason: "child" }
  const child = studentId ? findChild(actor, studentId, { isOffice: false }) : undefined
  if (child?.ok === false) return child
  const whose = child?.whose ?? { memberId, studentId: null }
  const number = textableNumber(actor, asTyped.phone)
  if (!number.ok) return number
  const { phone } = number
  if (studentId && isOfAnother(actor, phone, studentId)) return { ok: false, reason: "not-theirs" }
  for (const [limit, key] of [
    ["text-code", studentId ?? memberId],
    ["text-code-number", phone],
  ] as const) {
    const seconds = await countTry(limit, key)
    if (seconds > 0) return { ok: false, reason: "too-many-tries", seconds }
  }
  return transact(() => {
    endCurrent(actor, whose, "replaced")
    const id = newId()
    add(actor, textConsents, { id, ...whose, phone, words: asTyped.words, agreedBy: userId })
    addText({
      ...whose,
      schoolId: school.id,
      event: id,
      phone,
      topic: "code",
      body: textFrom(school.name, asTyped.code),
      expiresAt: now() + codeLivesMs,
      dueAt: now(),
    })
    return { ok: true, phone: phoneText(phone) }
  })
}

/** The code on the number has been read, by the person or on their child's phone: from now on texts go there. */
export function confirmNumber(
  actor: Actor,
  code: string,
  studentId?: string,
): Result<{ phone: string }, "no-code" | "wrong-code" | "old-code" | "not-found" | "grown" | "not-theirs"> {
  const { memberId } = actor
  return transact(() => {
    const child = studentId ? findChild(actor, studentId, { isOffice: false }) : undefined
    if (child?.ok === false) return child
    const whose = child?.whose ?? (memberId ? { memberId, studentId: null } : undefined)
    const consent = whose && findLast(actor, whose)
    if (!consent || consent.endedAt !== null || consent.confirmedAt !== null)
      return { ok: false, reason: "no-code" }
    if (consent.createdAt + codeLivesMs < now() || consent.codeTries >= mostCodeTries)
      return { ok: false, reason: "old-code" }
    if (!isCode(consent.id, code)) {
      change(actor, textConsents, consent.id, { codeTries: consent.codeTries + 1 })
      return { ok: false, reason: "wrong-code" }
    }
    if (studentId && isOfAnother(actor, consent.phone, studentId)) return { ok: false, reason: "not-theirs" }
    change(actor, textConsents, consent.id, { confirmedAt: now() })
    const phone = phoneText(consent.phone)
    const { noun, nounId } = nounOf(consent)
    recordEvent(actor, `${noun}.agree-texts`, nounId, { after: { phone } })
    return { ok: true, phone }
  })
}

const nounOf = ({ memberId, studentId }: { memberId: string | null; studentId: string | null }) =>
  studentId === null
    ? { noun: "member" as const, nounId: memberId ?? "" }
    : { noun: "student" as const, nounId: studentId }

/** A guardian told the office that they agree, for a child's phone: by whom, when and in which words. The same again changes nothing. */
export function enterChildTexts(
  actor: Actor,
  studentId: string,
  given: { phone: string; name: string; agreedOn: string; words: string },
): Result<{ phone: string }, NumberRefusal | "no-account" | "in-the-future" | ChildRefusal> {
  return transact(() => {
    const { userId } = actor
    const child = findChild(actor, studentId, { isOffice: true })
    if (!child.ok) return child
    if (!hasTextAccount(actor) || !userId) return { ok: false, reason: "no-account" }
    if (given.agreedOn > todayOf(actor)) return { ok: false, reason: "in-the-future" }
    const number = textableNumber(actor, given.phone)
    if (!number.ok) return number
    const { phone } = number
    if (isOfAnother(actor, phone, studentId)) return { ok: false, reason: "not-theirs" }
    const { name: agreedName, agreedOn, words } = given
    const last = findLast(actor, child.whose)
    const isSame =
      last?.endedAt === null &&
      last.confirmedAt !== null &&
      [phone, agreedName, agreedOn, words].join() ===
        [last.phone, last.agreedName, last.agreedOn, last.words].join()
    if (!isSame) {
      endCurrent(actor, child.whose, "replaced")
      const entered = { phone, words, agreedBy: userId, agreedName, agreedOn, confirmedAt: now() }
      add(actor, textConsents, { ...child.whose, ...entered })
      const after = { phone: phoneText(phone), agreedName, agreedOn }
      recordEvent(actor, "student.agree-texts", studentId, { after })
    }
    return { ok: true, phone: phoneText(phone) }
  })
}

/** Ends the person's texts at once, or those of a child of theirs; what waits doesn't leave. */
export function endTexts(actor: Actor, studentId?: string): boolean {
  const { memberId } = actor
  if (!memberId) return false
  const child = studentId ? findChild(actor, studentId, { isOffice: false }) : undefined
  if (child?.ok === false && child.reason === "not-found") return false
  endFor(actor, studentId ? { memberId: null, studentId } : { memberId, studentId: null }, "member")
  return true
}

/** The office ends a child's texts, as a guardian asked. */
export const endChildTexts = (actor: Actor, studentId: string): void =>
  endFor(actor, { memberId: null, studentId }, "office")

/**
 * Ends what a guardian of a child's former family had told the office, in the caller's transaction, unless someone of that name is a
 * guardian in the family the child is in now. What a guardian agreed to in the portal ends with their access. Answers whether it ended.
 */
export function endTextsOfFormerFamily(actor: Actor, studentId: string, familyId: string): boolean {
  const whose: Whose = { memberId: null, studentId }
  const told = select({ by: textConsents.agreedName })
    .from(textConsents)
    .where(and(own(actor, textConsents), isOf(whose), isNull(textConsents.endedAt)))
    .get()
  if (!told?.by) return false
  const [by, isInFamily] = [fold(told.by), eq(guardians.familyId, familyId)]
  const there = select({ name: guardians.name })
    .from(guardians)
    .where(and(own(actor, guardians), isInFamily))
    .all()
  return !there.some(({ name }) => fold(name) === by) && endCurrent(actor, whose, "office") > 0
}

function endFor(actor: Actor, whose: Whose, endedBy: "member" | "office") {
  transact(() => {
    if (endCurrent(actor, whose, endedBy) > 0) recordEnded(actor, [whose])
  })
}

/** Whose texts have ended. */
export function recordEnded(
  actor: Actor,
  whose: readonly { memberId: string | null; studentId: string | null }[],
) {
  for (const { noun, nounId } of whose.map(nounOf))
    recordEvent(actor, `${noun}.end-texts`, nounId, { after: {} })
}

const endCurrent = (actor: Actor, whose: Whose, endedBy: "member" | "office" | "replaced") =>
  change(actor, textConsents, and(isOf(whose), isNull(textConsents.endedAt)), { endedAt: now(), endedBy })

/** A number that had ended its texts by STOP replied START: its last agreement holds again, as a new row. Answers how many. */
export function resumeTexts(actor: Actor, phone: string): number {
  const stopped = ownRows(actor, textConsents)
    .where(
      and(
        eq(textConsents.phone, phone),
        isNotNull(textConsents.confirmedAt),
        eq(textConsents.endedBy, "stop"),
      ),
    )
    .orderBy(desc(textConsents.createdAt))
    .all()
  const each = [...new Map(stopped.reverse().map((row) => [row.memberId ?? row.studentId, row])).values()]
  const again = each.filter((row) => findLast(actor, whoseOf(row))?.id === row.id)
  for (const { memberId, studentId, words, agreedBy, agreedName, agreedOn } of again)
    add(actor, textConsents, {
      ...{ memberId, studentId, phone, words, agreedBy, agreedName, agreedOn },
      confirmedAt: now(),
    })
  return again.length
}

const whoseOf = ({ memberId, studentId }: { memberId: string | null; studentId: string | null }): Whose =>
  studentId === null ? { memberId: memberId ?? "", studentId } : { memberId: null, studentId }

/** Whose texts go to a number, the latest first: of members those who can log in. */
export const listConsentsAt = (actor: Actor, phone: string) =>
  select({ memberId: textConsents.memberId, studentId: textConsents.studentId })
    .from(textConsents)
    .leftJoin(members, joined(members, textConsents.memberId))
    .where(
      and(
        own(actor, textConsents),
        eq(textConsents.phone, phone),
        isCurrent(),
        isNull(members.deactivatedAt),
      ),
    )
    .orderBy(desc(textConsents.confirmedAt))
    .all()

/** Who agreed to texts on a number and can log in, the latest first. */
export const listMembersAt = (actor: Actor, phone: string): string[] =>
  listConsentsAt(actor, phone).flatMap(({ memberId }) => memberId ?? [])
