import { redirectWithToast } from "~/http/toast.server"
import { endFeed, findFeedSecret, renewFeed } from "~/models/exchange/calendar-feed/calendar-feed.server"
import type { Actor } from "~/models/foundation/access/actor"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"

/** The whole address of the member's calendar, or null while there is none. */
export function feedAddressOf(actor: Actor): string | null {
  const secret = findFeedSecret(actor)
  return secret ? `${env().APP_URL}${paths.feed(secret)}` : null
}

/** Answers the calendar's own forms; undefined for any other. */
export async function answerFeedForm(actor: Actor, intent: FormDataEntryValue | null, to: string) {
  if (intent === "renew-feed") {
    renewFeed(actor)
    return redirectWithToast(
      `${to}#calendar`,
      "The calendar address is ready. Any earlier one has stopped working.",
    )
  }
  if (intent === "end-feed") {
    endFeed(actor)
    return redirectWithToast(`${to}#calendar`, "The calendar address has stopped working.")
  }
  return undefined
}
