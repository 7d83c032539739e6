import type { LoaderFunctionArgs } from "@remix-run/node"
import { requireFeedReader } from "~/http/guards.server"
import { listFeedEvents } from "~/models/exchange/calendar-feed/calendar-feed.server"
import { readFeedContent } from "~/models/exchange/calendar-feed/feed-content"
import { calendarText } from "~/utils/calendar"
import { now } from "~/utils/clock.server"

/** `/feeds/{secret}.ics`: a member's calendar, for programs that can't log in. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = requireFeedReader(params.feedKey)
  const content = readFeedContent(new URL(request.url).searchParams)
  return new Response(calendarText({ ...listFeedEvents(actor, content), writtenAt: now() }), {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="lessons.ics"',
      "Cache-Control": "private, max-age=300",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  })
}
