import type { LoaderFunctionArgs } from "@remix-run/node"
import { requireMember, requireUser, shortKeyOf } from "~/http/guards.server"
import { answerJson } from "~/http/json.server"
import { isSparing, keepsNothing } from "~/http/light-pages.server"
import { findPushKey, hasQuietDevice } from "~/models/foundation/push/push-devices.server"
import type { OfflinePages } from "~/models/overview/offline-pages/offline-pages"
import { listOfflinePages } from "~/models/overview/offline-pages/offline-pages.server"
import { env } from "~/utils/env.server"

/** What the service worker keeps on the device of the person who is logged in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "pages:keep")
  const keeps = env().OFFLINE_PAGES && !isSparing(request)
  const who = isSparing(request) ? keepsNothing : shortKeyOf(await requireUser(request))
  const isQuiet = findPushKey() !== null && hasQuietDevice(actor)
  return answerJson({ who, pages: keeps ? listOfflinePages(actor) : [], isQuiet } satisfies OfflinePages)
}
