import { transact } from "db/client.server"
import { letterWordings } from "db/schema/foundation-mail"
import { and, eq } from "drizzle-orm"
import { countOf } from "~/utils/formats"
import { firstAndMore, joinNames } from "~/utils/names"
import type { Actor } from "../access/actor"
import { addOrChange, ownRows, remove, select } from "../access/door.server"
import { ofSchool } from "../access/own.server"
import { recordEvent } from "../audit/audit.server"
import type { MailTemplate } from "./outbox"
import {
  cantSay,
  letterOf,
  valuesIn,
  type WordedLetter,
  type Wording,
  type Words,
  wordingOf,
} from "./wording"

// A school's own words for its letters. They are put in when an email is queued: tried again it says the same, whatever changed since.

/** The school's words for some letters, by their key; also those of reminders (send-reminders.server.ts). */
export const listWords = (actor: Actor): ReadonlyMap<string, Words> =>
  new Map(
    ownRows(actor, letterWordings, ["letter", "subject", "body"])
      .all()
      .map(({ letter, ...words }) => [letter, words]),
  )

/** Keeps the school's words for a letter. In the caller's transaction. */
export const keepWords = (actor: Actor, letter: string, words: Words) =>
  addOrChange(actor, letterWordings, { letter, ...words }, { as: [letterWordings.letter], to: words })

/** Words a letter; said like the standard, it is the standard again. Answers whether anything changed. */
export function wordLetter(actor: Actor, letter: WordedLetter, words: Words, standard: Words): boolean {
  const isSame = (one: Words | undefined, other: Words) =>
    one?.subject === other.subject && one.body === other.body
  return transact(() => {
    const before = listWords(actor).get(letter)
    if (isSame(words, standard)) return unwordLetter(actor, letter)
    if (isSame(before, words)) return false
    keepWords(actor, letter, words)
    recordEvent(actor, "school.word-letter", actor.school.id, {
      before: before && { letter, ...before },
      after: { letter, ...words },
    })
    return true
  })
}

/** A letter says the standard again. Answers whether it had other words. */
export function unwordLetter(actor: Actor, letter: WordedLetter): boolean {
  return transact(() => {
    const before = listWords(actor).get(letter)
    if (!before) return false
    remove(actor, letterWordings, eq(letterWordings.letter, letter))
    recordEvent(actor, "school.unword-letter", actor.school.id, {
      before: { letter, ...before },
      after: { letter },
    })
    return true
  })
}

const textOf = {
  count: countOf,
  first: firstAndMore,
  names: (names: readonly string[]) => (names.length > 0 ? joinNames([...names]) : ""),
}

/** The school's own words for an email, where it has any for this letter and they are true for its reader. */
export function findWording(template: MailTemplate, schoolId: string, data: object): Wording | undefined {
  const letter = letterOf(template, data)
  if (!letter) return undefined
  const words = select({ subject: letterWordings.subject, body: letterWordings.body })
    .from(letterWordings)
    .where(and(ofSchool(schoolId, letterWordings), eq(letterWordings.letter, letter)))
    .get()
  const values = valuesIn(letter, data, textOf)
  return words && !cantSay(letter, words.subject + words.body, values) ? wordingOf(words, values) : undefined
}

/** An email's data with the school's own words in it. */
export function withWording<Data extends object>(
  template: MailTemplate,
  schoolId: string | null,
  data: Data,
): Data {
  const wording = schoolId ? findWording(template, schoolId, data) : undefined
  return wording ? { ...data, wording } : data
}
