import { notFound, orNotFound } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { eraseStaff, previewStaff } from "~/models/overview/erasure/erase-staff.server"
import type { StaffNoun } from "~/models/overview/erasure/erasure"
import { eraseFirst, eraseForm } from "~/models/overview/erasure/erasure-form"

// Erasing a teacher or a member of the team, for the pages of both.

/** What erasing someone of the team would do. Throws 404 for no one of them. */
export function findToErase(actor: Actor, noun: StaffNoun, id = "") {
  const effect = orNotFound(previewStaff(actor, noun, id))
  return { id, ...effect }
}

/** Erases them once their name is typed, and leads back to the list. 409 while something has to be done first. */
export async function eraseFound(
  actor: Actor,
  request: Request,
  { noun, id, back }: { noun: StaffNoun; id: string | undefined; back: string },
) {
  const found = findToErase(actor, noun, id)
  const submission = readForm(await request.formData(), { schema: eraseForm(found.name) })
  if (submission.status !== "success") return invalid(submission)
  const erased = eraseStaff(actor, noun, found.id)
  if (erased.ok) return redirectWithToast(back, "Personal data erased.")
  if (erased.reason === "not-found") throw notFound()
  return invalid(submission, { form: eraseFirst }, 409)
}
