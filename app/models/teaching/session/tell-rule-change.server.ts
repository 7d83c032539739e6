import type { Actor } from "~/models/foundation/access/actor"
import { heldMs, releaseMail } from "~/models/foundation/outbox/outbox.server"
import { listUnreached } from "~/models/foundation/outbox/reach.server"
import { listMailed, recallMail } from "~/models/foundation/outbox/recall-mail.server"
import type { SpentIn } from "../credit/spent-credits.server"
import { forJoined } from "./left-out"
import type { Recipients, RuleEffect } from "./rule-effect"
import type { SessionRow } from "./session"
import { listSessionsToTell } from "./session-list.server"
import { gatherChange, tellChange } from "./tell-change.server"
import { weeklyMoves } from "./weekly-moves.server"

/** What the emails about removed lessons are gathered for. */
const removedKey = (changeId: string) => `${changeId} removed`
const changedText = "The weekly time changed."
/** What those about added lessons are gathered for. */
const addedKey = (changeId: string) => `${changeId} added`

type Changed = Pick<RuleEffect, "moved" | "removed" | "kept"> & {
  added: readonly { id: string }[]
  spent: readonly SpentIn[]
}

/**
 * Families and teachers get one email with every lesson that a new weekly time moves, one with those it removes and one with
 * those it adds, after two minutes. Answers who.
 */
export function tellRuleChange(
  actor: Actor,
  changeId: string,
  before: readonly SessionRow[],
  { moved, removed, kept, added, spent }: Changed,
): Recipients {
  const isMoved = new Set(moved.map(({ id }) => id))
  const gone = new Set(removed.map(({ date, startTime }) => `${date} ${startTime}`))
  const wereMoved = before.filter(({ id }) => isMoved.has(id))
  const ofMoved = gatherChange(actor, changeId, "moved", wereMoved, {
    leftOut: { key: removedKey(changeId), reason: changedText },
    // A line that says when it meets from then on would be wrong of a lesson that stays: then each is listed.
    weekly: kept.length > 0 ? [] : weeklyMoves(actor, wereMoved, listSessionsToTell(actor, idsOf(wereMoved))),
  })
  const ofRemoved = gatherChange(
    actor,
    removedKey(changeId),
    "cancelled",
    before.filter(({ localDate, startTime }) => gone.has(`${localDate} ${startTime}`)),
    { reason: changedText, spent },
  )
  const ofAdded = gatherAdded(actor, changeId, added)
  for (const key of [changeId, removedKey(changeId), addedKey(changeId)]) releaseMail(key, 1_000, heldMs)
  return recipientsOf(actor, [...ofMoved, ...ofRemoved, ...ofAdded])
}

const gatherAdded = (actor: Actor, changeId: string, added: readonly { id: string }[]) =>
  gatherChange(actor, addedKey(changeId), "added", listSessionsToTell(actor, idsOf(added)))

function recipientsOf(actor: Actor, mails: ReturnType<typeof gatherChange>): Recipients {
  const each = new Map(mails.map((mail) => [mail.recipient, mail]))
  const about = { template: "session-changed" as const, schoolId: actor.school.id }
  const unreached = listUnreached(about, [...each.keys()])
  const letters = [...each.values()].filter(({ recipient }) => !unreached.has(recipient))
  const those = (forTeacher: boolean) =>
    letters
      .filter(({ data }) => data.forTeacher === forTeacher)
      .map(({ recipient, data }) => ({ name: data.recipientName, email: recipient }))
  return { families: those(false), teachers: those(true) }
}

/** Families and teachers get one email with every lesson of a weekly time that a class gets, after two minutes. Answers who. */
export function tellAdded(actor: Actor, changeId: string, added: readonly { id: string }[]): Recipients {
  const mails = gatherAdded(actor, changeId, added)
  releaseMail(addedKey(changeId), 1_000, heldMs)
  return recipientsOf(actor, mails)
}

/** Discards what hasn't left about added lessons that are gone, and tells whoever has an email. */
export function tellAddedUndone(
  actor: Actor,
  { changeId, since, reason }: { changeId: string; since: number; reason: string },
  added: readonly SessionRow[],
) {
  recallMail(actor.school.id, addedKey(changeId), since)
  const only = listMailed(actor.school.id, addedKey(changeId), since)
  tellChange(actor, "cancelled", added, { reason, only })
}

const idsOf = (lessons: readonly { id: string }[]) => lessons.map(({ id }) => id)

/**
 * Discards what hasn't left about a change that is undone, and tells whoever has an email that its lessons are as before.
 * `asChanged` are the lessons as the change left them, `added` those it made, which are gone.
 */
export function tellRuleUndone(
  actor: Actor,
  { changeId, since }: { changeId: string; since: number },
  asChanged: readonly SessionRow[],
  ids: readonly string[],
  added: readonly SessionRow[],
) {
  const school = actor.school.id
  const moved = asChanged.filter(({ state }) => state === "planned")
  const isMoved = new Set(moved.map(({ id }) => id))
  recallMail(school, changeId, since)
  tellChange(actor, "moved", moved, { only: listMailed(school, changeId, since) })
  recallMail(school, removedKey(changeId), since)
  const back = listSessionsToTell(
    actor,
    ids.filter((id) => !isMoved.has(id)),
  )
  // Whom a moved lesson had left out read that it is canceled.
  const again = forJoined(moved, listSessionsToTell(actor, idsOf(moved)))
  tellChange(actor, "restored", [...back, ...again], {
    only: listMailed(school, removedKey(changeId), since),
    withMoves: true,
  })
  tellAddedUndone(actor, { changeId, since, reason: "The weekly time is as before." }, added)
}
