import { redirectAfterDeleting } from "~/http/deleted-toast.server"
import { redirectWithToast } from "~/http/toast.server"

type Listed = { id?: string; name?: string; remove?: boolean }

/** To the student's page; a guardian who was removed comes back with one click. */
export function redirectAfterSaving(back: string, student: string, guardians: readonly Listed[]) {
  const [gone, ...others] = guardians.filter(({ id, remove }) => id && remove)
  if (!gone?.id || others.length > 0) return redirectWithToast(back, `${student} saved.`)
  return redirectAfterDeleting(back, `${student} saved. ${gone.name} removed from the family.`, gone.id)
}
