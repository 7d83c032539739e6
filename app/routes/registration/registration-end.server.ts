import { actorOf } from "~/http/guards.server"
import { dropSignInToken } from "~/http/sign-in-cookie.server"
import { cancelRegistration } from "~/models/accounts/school/cancel-registration.server"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import { may } from "~/models/foundation/access/permissions"

// The page and the JSON call take back a registration in the same way; they differ in how they say so.

export type EndedRegistration =
  /** Deleted, and no one is logged in anymore: send the headers along. */
  | { state: "cleaned"; headers: Headers }
  /** Not a registration that can be taken back; everything is as it was. */
  | { state: "kept"; headers?: undefined }
  /** The provider could not be reached; nothing has changed. */
  | { state: "failed"; headers?: undefined }

export async function cancelOwnRegistration(viewer: SignIn): Promise<EndedRegistration> {
  if (!viewer.membership || !may(viewer.membership.role, "subscription:pay")) return { state: "kept" }
  const cancelled = await cancelRegistration(actorOf(viewer))
  if (cancelled.ok)
    return { state: "cleaned", headers: new Headers({ "Set-Cookie": await dropSignInToken() }) }
  return { state: cancelled.reason === "kept" ? "kept" : "failed" }
}
