import type { Actor } from "~/models/foundation/access/actor"
import { findFamily } from "~/models/people/family/family.server"
import { findMergedInto } from "~/models/people/family/merged-family.server"
import { paths } from "~/utils/paths"
import { orNotFound } from "./guards.server"
import { redirectWithToast } from "./toast.server"

type Family = NonNullable<ReturnType<typeof findFamily>>

/**
 * The family that something is to be added to or changed for. One that was merged into another takes nothing: who asks is
 * led to its page, which says where it went.
 */
export async function requireLivingFamily(
  actor: Actor,
  familyId: string | null | undefined,
): Promise<Family> {
  const family = orNotFound(findFamily(actor, familyId ?? ""))
  if (!family.mergedInto) return family
  const into = findMergedInto(actor, family.id)
  throw await redirectWithToast(paths.familyRecord(family.id), {
    tone: "bad",
    title: `This family was merged into ${into?.name ?? "another one"}.`,
    text: "Use that family instead.",
  })
}
