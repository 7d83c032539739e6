import { emails } from "db/schema/foundation-mail"
import { and, eq, gte, inArray, lt, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { takePushesBack } from "~/models/foundation/push/push-devices.server"
import { groupBy } from "~/utils/group-by"
import {
  asKept,
  columns,
  discard,
  isOf,
  type Kept,
  listWaiting,
  type Was,
  wasOf,
} from "./waiting-moves.server"

// Another letter says where a lesson is that has just moved: the emails about that move are set aside for those who get the letter.
// They have one from the time that they know to the last. Once what the letter is about is undone, the move is told after all.

/** Who hasn't read yet that lessons moved, and where they know them, by lesson. */
export function listUnread(
  actor: Actor,
  sessionIds: readonly string[],
): ReadonlyMap<string, ReadonlyMap<string, Was>> {
  const waiting = listWaiting(actor.school.id, ...sessionIds)
  return new Map(sessionIds.map((id) => [id, new Map(waiting.filter(isOf(id)).flatMap(wasOf))]))
}

/** Sets the emails about a lesson's moves aside that haven't left, of those who read of them in the letters of a key: all, or some. */
export function setMovesAside(actor: Actor, sessionId: string, key: string, readers?: ReadonlySet<string>) {
  const waiting = listWaiting(actor.school.id, sessionId).filter(
    ({ recipient }) => readers?.has(recipient) ?? true,
  )
  if (waiting.length === 0) return
  for (const { key: of, recipient } of waiting) if (of) takePushesBack(actor.school.id, of, [recipient])
  change(
    actor,
    emails,
    inArray(
      emails.id,
      waiting.map(({ id }) => id),
    ),
    { state: "gathered", gatheredFor: sql`${asideKey(key, sessionId)} || ${emails.gatheredFor}` },
  )
}

const asideKey = (key: string, sessionId: string) => `aside ${key} ${sessionId} `

/** Discards what was set aside of a lesson for a key. Answers whose it was, and from where it begins. */
export function takeMovesAside(actor: Actor, sessionId: string, key: string): Kept {
  const kept = listAside(actor, asideKey(key, sessionId))
  if (kept.length > 0) discard(kept)
  return asKept(kept)
}

/** Where those know the lessons who read of them in the letters of a key, and haven't read of their moves before. */
export const listMovesAside = (actor: Actor, key: string): ReadonlyMap<string, ReadonlyMap<string, Was>> =>
  new Map(
    [...groupBy(listAside(actor, `aside ${key} `), (mail) => mail.key?.split(" ")[2] ?? "")].map(
      ([sessionId, mails]) => [sessionId, asKept(mails).was],
    ),
  )

const listAside = (actor: Actor, start: string) =>
  select(columns)
    .from(emails)
    .where(
      and(
        eq(emails.schoolId, actor.school.id),
        gte(emails.gatheredFor, start),
        lt(emails.gatheredFor, `${start}~`),
        eq(emails.state, "gathered"),
      ),
    )
    .all()
