import { notFound } from "~/http/guards.server"
import { intent } from "~/http/intents.server"
import { changeTimeZone } from "~/models/accounts/profile/profile.server"
import { ZoneForm } from "~/models/accounts/profile/profile-forms"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import { findUser } from "~/models/accounts/user/user.server"
import { paths } from "~/utils/paths"
import { zonesWith } from "~/utils/zone-list.server"

/** A person's zone, their school's or the platform's, and those to choose from. */
export function findZonePart({ user, membership }: SignIn) {
  if (!membership && !user.isSuperAdmin) return null
  const zone = findUser(user.id)?.timeZone ?? null
  return {
    zone,
    reader: user.isSuperAdmin
      ? ("platform" as const)
      : membership?.role === "student"
        ? ("family" as const)
        : ("school" as const),
    usualZone: membership?.school.timeZone ?? "UTC",
    zones: zonesWith(...(zone ? [zone] : [])),
  }
}

/** Chooses it, or the school's again. */
export function answerZone({ user, membership }: SignIn, form: FormData) {
  if (!membership && !user.isSuperAdmin) throw notFound()
  return intent({
    schema: ZoneForm,
    run: ({ timeZone = null }) => changeTimeZone(user.id, timeZone),
    saved: "Time zone saved.",
  })(form, paths.profile())
}
