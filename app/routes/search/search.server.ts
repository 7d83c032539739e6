import { actorOf, staffOf } from "~/http/guards.server"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import type { FoundGroup } from "~/models/overview/search/search"
import { searchPlatform, searchSchool } from "~/models/overview/search/search.server"

/** What is called so, as far as the person may open it: schools for the platform's staff, otherwise their school's own. */
export const searchFor = (viewer: SignIn, text: string): FoundGroup[] =>
  viewer.user.isSuperAdmin ? searchPlatform(staffOf(viewer), text) : searchSchool(actorOf(viewer), text)
