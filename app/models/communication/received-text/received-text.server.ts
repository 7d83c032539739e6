import { transact } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { receivedTexts, textMessages } from "db/schema/foundation-text-messages"
import { and, asc, desc, eq, gte, isNotNull, isNull, ne, sql } from "drizzle-orm"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  addUnlessThere,
  change,
  find,
  hasRow,
  ownRows,
  remove,
  select,
} from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { keywordOf } from "~/models/foundation/text-message/text-message"
import { endConsents, findLastTextTo } from "~/models/foundation/text-message/text-outbox.server"
import {
  listConsentsAt,
  listMembersAt,
  listOwnersOf,
  recordEnded,
  resumeTexts,
} from "~/models/people/text-consent/text-consent.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { e164Of, phoneText } from "~/utils/phone-number.server"
import { isParticipant, reply } from "../messaging/conversation.server"
import { findActingMember } from "../messaging/mail-reply.server"
import { startConversation } from "../messaging/start-conversation.server"

// What people write to the school's number. It joins the conversation it answers, as the person's whose number it is, or begins one
// with the office; a number that no one agreed to texts on is shown to the office. Each is taken once, however often it is told.

/** An answer belongs to the last message that was texted, for so long. */
const answersMs = 14 * 24 * 3_600_000
const longestText = 1600

export type ReceivedText = { providerId: string; phone: string; body: string }

/** Keeps a text that came, once, with the work of taking it. False when it is there already. */
export function keepReceivedText(school: Actor, { providerId, phone, body }: ReceivedText): boolean {
  return transact(() => {
    const id = newId()
    const isNew = addUnlessThere(school, receivedTexts, {
      id,
      providerId,
      phone,
      body: body.slice(0, longestText),
    })
    if (isNew) queueJob({ kind: "take-received-text", payload: { textId: id }, schoolId: school.school.id })
    return isNew
  })
}

type Member = ReturnType<typeof findActingMember>

/**
 * Takes a text in the caller's transaction: STOP and START end and resume what people agreed to; anything else is a message.
 * @param actorOf makes the person who writes
 */
export function takeReceivedText(
  school: Actor,
  textId: string,
  actorOf: (member: NonNullable<Member>) => Actor,
) {
  const text = find(school, receivedTexts, textId)
  if (!text || text.doneAt !== null || text.conversationId !== null) return
  const { phone, body } = text
  const keyword = keywordOf(body)
  const memberIds = listMembersAt(school, phone)
  const settle = (to: { memberId?: string; conversationId?: string; doneAt?: number }) =>
    change(school, receivedTexts, textId, to)
  const whose = idOf(memberIds)
  // The service answers these three itself, as the law asks. YES is START only to someone who had stopped.
  if (keyword === "stop") {
    recordEnded(school, listConsentsAt(school, phone))
    endConsents(school.school.id, phone)
    return settle({ doneAt: now(), ...whose })
  }
  if (keyword === "help") return settle({ doneAt: now(), ...whose })
  if (keyword === "start" && (resumeTexts(school, phone) > 0 || isStartOf(body, memberIds)))
    return settle({ doneAt: now(), ...idOf(listMembersAt(school, phone)) })
  const last = findLastTextTo(
    school.school.id,
    phone,
    and(isNotNull(textMessages.conversationId), gte(textMessages.createdAt, now() - answersMs)),
  )
  const memberId = memberIds.find((id) => id === last?.memberId) ?? memberIds[0]
  const member = memberId ? findActingMember(school, memberId) : undefined
  if (!member) return tellOffice(school, text)
  const actor = actorOf(member)
  const conversationId = last?.memberId === memberId ? last?.conversationId : null
  if (
    conversationId &&
    isParticipant(actor, conversationId) &&
    reply(actor, conversationId, { entryId: textId, body }).ok
  )
    return settle({ memberId: member.memberId, conversationId })
  const begun = startConversation(actor, {
    to: "office",
    subject: "Text message",
    body,
    shown: -1,
    entryId: textId,
  })
  if (!begun.ok) return tellOffice(school, text)
  settle({ memberId: member.memberId, conversationId: begun.conversationId })
}

const idOf = ([memberId]: readonly string[]) => (memberId ? { memberId } : {})

/** START of someone who never agreed is no message; their YES may answer a person of the school. */
const isStartOf = (body: string, memberIds: readonly string[]) =>
  memberIds.length === 0 && !/^\s*yes/i.test(body)

/** It waits on the office's page, and the office hears of it by email, of one number once an hour while its texts wait. */
function tellOffice(school: Actor, { id, phone, body }: typeof receivedTexts.$inferSelect) {
  const at = now() - 3_600_000
  const earlier = select({ id: receivedTexts.id })
    .from(receivedTexts)
    .innerJoin(
      emails,
      and(own(school, emails), eq(emails.template, "text-received"), gte(emails.createdAt, at)),
    )
    .where(
      and(
        own(school, receivedTexts),
        eq(receivedTexts.phone, phone),
        ne(receivedTexts.id, id),
        waiting(),
        sql`json_extract(${emails.data}, '$.phone') = ${phoneText(phone)}`,
      ),
    )
    .limit(1)
    .get()
  if (earlier) return
  const whose = namesAt(school, phone).join(", ") || null
  for (const office of listOffice(school))
    mailTo(school, office, "text-received", { phone: phoneText(phone), whose, body })
}

/** Whose number it is in the school's records, by name. */
const namesAt = (school: Actor, phone: string): string[] => [
  ...new Set(listOwnersOf(school, phone).map(({ name }) => name)),
]

const waiting = () => and(isNull(receivedTexts.conversationId), isNull(receivedTexts.doneAt))

const mostShown = 100

/** Texts from numbers that belong to no one who agreed to texts, the newest first, with whose number it is by the records. */
export function listUnknownTexts(actor: Actor) {
  const rows = ownRows(actor, receivedTexts, {
    id: receivedTexts.id,
    phone: receivedTexts.phone,
    body: receivedTexts.body,
    at: receivedTexts.createdAt,
  })
    .where(waiting())
    .orderBy(desc(receivedTexts.createdAt), asc(receivedTexts.id))
    .limit(mostShown + 1)
    .all()
  const texts = rows
    .slice(0, mostShown)
    .map(({ phone, ...text }) => ({ ...text, phone: phoneText(phone), whose: namesAt(actor, phone) }))
  return { texts, hasMore: rows.length > mostShown }
}

export const hasUnknownTexts = (actor: Actor): boolean => hasRow(actor, receivedTexts, waiting())

/** The office has dealt with a text; false when it isn't there. */
export const archiveUnknownText = (actor: Actor, textId: string): boolean =>
  transact(() =>
    change(actor, receivedTexts, and(eq(receivedTexts.id, textId), waiting()), { doneAt: now() }),
  ) > 0

/**
 * What came from an erased person's number, which no one agreed to texts on, is forgotten, with what the office was emailed of it.
 * A number that others in the records have, too, stays. Call it once the person's own record holds it no more.
 */
export function forgetReceivedTexts(actor: Actor, phone: string, erasedName: string) {
  const unknown = and(own(actor, receivedTexts), isNull(receivedTexts.memberId))
  const from = select({ phone: receivedTexts.phone })
    .from(receivedTexts)
    .where(unknown)
    .groupBy(receivedTexts.phone)
  for (const row of from.all()) {
    if (e164Of(phone, row.phone) !== row.phone || namesAt(actor, row.phone).length > 0) continue
    remove(actor, receivedTexts, and(unknown, eq(receivedTexts.phone, row.phone)))
    const told = sql`json_extract(${emails.data}, '$.phone') = ${phoneText(row.phone)}`
    change(actor, emails, and(own(actor, emails), eq(emails.template, "text-received"), told), {
      data: sql`json_set(${emails.data}, '$.phone', ${erasedName}, '$.whose', null, '$.body', 'This message was erased.')`,
    })
  }
}
