import { z } from "zod"
import { actorOf, notFound } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { uploadStatus } from "~/models/accounts/quota/quota"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import { listPhotos } from "~/models/communication/messaging/seen-photos.server"
import { storePhoto } from "~/models/people/member/photo.server"
import { photoRefusals } from "~/texts/people/refusals"
import { paths } from "~/utils/paths"

/** The photo of whoever is logged in to a school; platform staff have none. */
export function findOwnPhoto(viewer: SignIn) {
  const { membership } = viewer
  if (!membership) return null
  const { memberId, role } = membership
  return {
    memberId,
    isFamily: role === "student",
    hasPhoto: listPhotos(actorOf(viewer), [memberId]).has(memberId),
  }
}

/** Adds or replaces it. */
export async function storeOwnPhoto(viewer: SignIn, form: FormData) {
  if (!viewer.membership) throw notFound()
  const actor = actorOf(viewer)
  const brought = form.get("file")
  form.delete("file")
  const submission = readForm(form, { schema: z.object({}) })
  const bytes = brought instanceof File ? new Uint8Array(await brought.arrayBuffer()) : new Uint8Array()
  const stored = await storePhoto(actor, bytes)
  if (!stored.ok)
    return invalid(submission, { file: photoRefusals[stored.reason] }, uploadStatus(stored.reason))
  return redirectWithToast(paths.profile(), "Photo saved.")
}
