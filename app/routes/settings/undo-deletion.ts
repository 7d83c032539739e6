import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { safeRedirect } from "~/http/safe-redirect"
import { redirectWithToast } from "~/http/toast.server"
import { findOwnDeletion } from "~/models/foundation/deleted-record/deleted-record.server"
import { restoreDeleted } from "~/models/overview/bin/restore-deleted.server"
import { restoreRefusals } from "~/texts/foundation/refusals"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  await requireMember(request, "preferences:own")
  return new Response(null, { status: 405, headers: { Allow: "POST" } })
}

/** The Undo button beside "deleted": whoever deleted something puts it back. */
export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "preferences:own")
  const form = await request.formData()
  const entryId = findOwnDeletion(actor, String(form.get("record") ?? "").slice(0, 64))
  const restored = orNotFound(entryId ? restoreDeleted(actor, entryId) : undefined)
  const back = safeRedirect(String(form.get("back") ?? ""), paths.profile())
  if (restored.ok) return redirectWithToast(back, `${restored.name} restored.`)
  if (restored.reason === "not-found") throw notFound()
  return redirectWithToast(back, { title: restoreRefusals[restored.reason], tone: "bad" })
}
