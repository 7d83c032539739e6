import type { closures } from "db/schema/teaching"
import type { Actor } from "~/models/foundation/access/actor"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { listMailed, recallMail } from "~/models/foundation/outbox/recall-mail.server"
import { changeUnsent, listMailedPart } from "~/models/foundation/outbox/unsent-mail.server"
import { closureKey } from "../closure/closure.server"

// The emails about a closure: of one that was added with others they are shared, and its lessons are a part of them.

/** Discards the emails about a closure that haven't left; what they say of others that were added with it stays. */
export function discardMail(actor: Actor, closure: typeof closures.$inferSelect) {
  for (const key of keysOf(closureKey(closure))) {
    if (closure.addedAs === null) recallMail(actor.school.id, key, closure.createdAt)
    else changeUnsent<"session-changed">(actor.school.id, key, (data) => withoutPart(data, closure.id))
  }
}

/** The email's button is left out: which part its lesson is of isn't known. */
function withoutPart({ parts = [], lessonId, ...data }: MailData["session-changed"], part: string) {
  if (!parts.includes(part)) return { ...data, parts, lessonId }
  const isKept = (_: unknown, index: number) => parts[index] !== part
  const lessons = data.lessons.filter(isKept)
  return lessons.length > 0 ? { ...data, lessons, parts: parts.filter(isKept) } : null
}

type Told = { key: string; part?: string | undefined; since: number }

/** Who has an email about a closure; asked once. */
export function toldOf(actor: Actor, { key, part, since }: Told) {
  const schoolId = actor.school.id
  const listTold = () =>
    part === undefined
      ? new Set(keysOf(key).flatMap((each) => [...listMailed(schoolId, each, since)]))
      : listMailedPart(schoolId, keysOf(key), part)
  let told: ReadonlySet<string> | undefined
  return (): ReadonlySet<string> => {
    told ??= listTold()
    return told
  }
}

/** Until November 2026 moved lessons had an email of their own. */
const keysOf = (key: string) => [key, `${key} moved`]
