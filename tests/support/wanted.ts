import type { Actor } from "~/models/foundation/access/actor"
import { chooseOwn, findOwnGrid } from "~/models/foundation/notification-preferences/choices.server"
import { type Channel, topics } from "~/models/foundation/notification-preferences/topics"

// What a person of a test chose on the grid of events and channels.

/** They want these topics on a channel, at once, and no others. */
export const want = (actor: Actor, channel: Channel, wanted: readonly string[]) =>
  chooseOwn(
    actor,
    Object.fromEntries(topics.map((topic) => [topic, { [channel]: wanted.includes(topic) ? "now" : "off" }])),
  )

/** They want these topics by email and no others. */
export const chooseMail = (actor: Actor, wanted: readonly string[]) => want(actor, "email", wanted)

/** What holds for them by email. */
export const listMailChoices = (actor: Actor) =>
  Object.entries(findOwnGrid(actor).grid).flatMap(([topic, ways]) =>
    ways.email ? [{ topic, isWanted: ways.email !== "off" }] : [],
  )
