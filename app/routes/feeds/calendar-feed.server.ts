import { act } from "~/http/intents.server"
import { endFeed, findFeedSecret, renewFeed } from "~/models/exchange/calendar-feed/calendar-feed.server"
import { everything, type FeedContent, writeFeedContent } from "~/models/exchange/calendar-feed/feed-content"
import type { Actor } from "~/models/foundation/access/actor"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"

/** The full URL of the member's calendar feed, or null without one. */
export function feedAddressOf(actor: Actor): string | null {
  const secret = findFeedSecret(actor)
  return secret ? `${env().APP_URL}${paths.feed(secret)}` : null
}

/** The addresses of calendars with only some lessons: each child's, one-to-one or groups, without canceled ones. */
export function feedPartsOf(address: string | null, children: readonly { id: string; firstName: string }[]) {
  if (!address) return []
  const part = (label: string, content: Partial<FeedContent>) => ({
    label,
    address: `${address}${writeFeedContent({ ...everything, ...content })}`,
  })
  return [
    ...(children.length > 1
      ? children.map(({ id, firstName }) => part(`${firstName}’s lessons`, { studentId: id }))
      : []),
    ...(children.length === 0
      ? [part("One-to-one lessons", { kind: "private" }), part("Group lessons", { kind: "groups" })]
      : []),
    part("Without canceled lessons", { withCancelled: false }),
  ]
}

/** Handles the forms of the calendar feed. Returns undefined for any other form. */
export const feedIntents = (actor: Actor, to: string) => ({
  "renew-feed": act({
    run: () => {
      const isFirst = findFeedSecret(actor) === null
      renewFeed(actor)
      return { isFirst }
    },
    saved: ({ isFirst }) =>
      isFirst ? "Calendar link created." : "Calendar link created. The earlier link no longer works.",
    to: `${to}#calendar`,
  }),
  "end-feed": act({ run: () => endFeed(actor), saved: "Calendar link turned off.", to: `${to}#calendar` }),
})
