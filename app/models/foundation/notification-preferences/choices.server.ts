import { transact } from "db/client.server"
import { notificationPreferences } from "db/schema/foundation-mail"
import type { guardians, members, students, teachers } from "db/schema/people"
import { and, eq, isNull, type SQL, sql } from "drizzle-orm"
import type { Actor } from "../access/actor"
import { addOrChange, remove, select } from "../access/door.server"
import { joined, ofSchool } from "../access/own.server"
import { recordEvent } from "../audit/audit.server"
import {
  type Channel,
  type Choice,
  channels,
  choicesFor,
  type Grid,
  hasChannel,
  shippedChoice,
  type Topic,
  topics,
  topicsFor,
} from "./topics"

// What each person chose per kind of event and channel, in one table, with the school's own rows for all who chose nothing. A person's
// row is made when they change a cell; it holds until they go back to the school's.

/** What holds for someone: their own choice, the school's, or as shipped. */
export type Wants = (topic: Topic) => Choice

type Cell = { topic: string; channel: Channel; choice: Choice }
const keyOf = ({ topic, channel }: Pick<Cell, "topic" | "channel">) => `${topic} ${channel}`

const listCells = (schoolId: string, whose: SQL | undefined): Map<string, Choice> =>
  new Map(
    select({
      topic: notificationPreferences.topic,
      channel: notificationPreferences.channel,
      choice: notificationPreferences.choice,
    })
      .from(notificationPreferences)
      .where(and(ofSchool(schoolId, notificationPreferences), whose))
      .all()
      .map((cell) => [keyOf(cell), cell.choice]),
  )
const ofSchoolItself = () => isNull(notificationPreferences.memberId)

/** A member's own choices on a channel, to select beside the member: what `wantsIn` reads. */
export const ownChoices = (
  channel: Channel,
  memberId: typeof members.id | (typeof guardians | typeof students | typeof teachers)["memberId"],
) =>
  sql<string | null>`(select group_concat(topic || '=' || choice, ' ') from ${notificationPreferences}
    where ${joined(memberId, notificationPreferences.memberId)} and channel = ${channel})`

/** What people want on a channel in a school, each by what `ownChoices` read of them. */
export function wantsIn(schoolId: string, channel: Channel): (own: string | null) => Wants {
  const ofAll = listCells(schoolId, and(ofSchoolItself(), eq(notificationPreferences.channel, channel)))
  return (own) => {
    const chosen = new Map(own?.split(" ").map((pair) => pair.split("=") as [string, Choice]))
    return (topic) =>
      chosen.get(topic) ?? ofAll.get(keyOf({ topic, channel })) ?? shippedChoice(topic, channel)
  }
}

/** What a member wants of a topic on a channel. */
export function choiceOf(schoolId: string, memberId: string, topic: Topic, channel: Channel): Choice {
  const key = keyOf({ topic, channel })
  const cell = (whose: SQL | undefined) =>
    listCells(
      schoolId,
      and(whose, eq(notificationPreferences.topic, topic), eq(notificationPreferences.channel, channel)),
    ).get(key)
  return (
    cell(eq(notificationPreferences.memberId, memberId)) ??
    cell(ofSchoolItself()) ??
    shippedChoice(topic, channel)
  )
}

const gridOf = (which: readonly Topic[], choice: (topic: Topic, channel: Channel) => Choice): Grid =>
  Object.fromEntries(
    which.map((topic) => [
      topic,
      Object.fromEntries(
        channels
          .filter((channel) => hasChannel(topic, channel))
          .map((channel) => [channel, choice(topic, channel)]),
      ),
    ]),
  )

/** What holds for the person, of each topic that they can choose; whether some of it is their own choice. */
export function findOwnGrid(actor: Actor): { grid: Grid; hasOwn: boolean } {
  const { memberId, role, rights, school } = actor
  if (!memberId || role === "job") return { grid: {}, hasOwn: false }
  const chosen = listCells(school.id, eq(notificationPreferences.memberId, memberId))
  const ofAll = listCells(school.id, ofSchoolItself())
  const grid = gridOf(topicsFor(role, rights), (topic, channel) => {
    const key = keyOf({ topic, channel })
    return chosen.get(key) ?? ofAll.get(key) ?? shippedChoice(topic, channel)
  })
  return { grid, hasOwn: chosen.size > 0 }
}

/** What the school has for all who chose nothing. */
export function findSchoolGrid(actor: Actor): Grid {
  const ofAll = listCells(actor.school.id, ofSchoolItself())
  return gridOf(
    topics,
    (topic, channel) => ofAll.get(keyOf({ topic, channel })) ?? shippedChoice(topic, channel),
  )
}

/** The cells that a grid changes, of those that can be chosen. */
function changedCells(before: Grid, after: Grid): Cell[] {
  return topics.flatMap((topic) =>
    channels.flatMap((channel) => {
      const was = before[topic]?.[channel]
      const choice = after[topic]?.[channel]
      const isChange = was !== undefined && choice !== undefined && choice !== was
      return isChange && choicesFor(topic, channel).includes(choice) ? [{ topic, channel, choice }] : []
    }),
  )
}

/** Takes over the cells that the person changed; of the others the school's choice goes on. Answers how many. */
export function chooseOwn(actor: Actor, grid: Grid): number {
  const { memberId } = actor
  if (!memberId) return 0
  return transact(() => {
    const changed = changedCells(findOwnGrid(actor).grid, grid)
    for (const cell of changed)
      addOrChange(
        actor,
        notificationPreferences,
        { memberId, ...cell },
        {
          as: [
            notificationPreferences.memberId,
            notificationPreferences.topic,
            notificationPreferences.channel,
          ],
          to: { choice: cell.choice },
        },
      )
    return changed.length
  })
}

/** What the person chose goes: the school's choices hold for them. */
export function forgetOwnChoices(actor: Actor) {
  const { memberId } = actor
  if (memberId) remove(actor, notificationPreferences, eq(notificationPreferences.memberId, memberId))
}

/** Takes over what the school has for all who chose nothing. Answers how many cells it changed. */
export function chooseForSchool(actor: Actor, grid: Grid): number {
  return transact(() => {
    const before = findSchoolGrid(actor)
    const changed = changedCells(before, grid)
    for (const cell of changed)
      addOrChange(
        actor,
        notificationPreferences,
        { memberId: null, ...cell },
        {
          as: [notificationPreferences.topic, notificationPreferences.channel],
          of: ofSchoolItself(),
          to: { choice: cell.choice },
        },
      )
    const textOf = ({ topic, channel }: Cell, choice: Choice | undefined) => [`${topic} ${channel}`, choice]
    if (changed.length > 0)
      recordEvent(actor, "school.change-told", actor.school.id, {
        before: Object.fromEntries(
          changed.map((cell) => textOf(cell, before[cell.topic as Topic]?.[cell.channel])),
        ),
        after: Object.fromEntries(changed.map((cell) => textOf(cell, cell.choice))),
      })
    return changed.length
  })
}
