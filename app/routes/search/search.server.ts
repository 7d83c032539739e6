import { actorOf, staffOf } from "~/http/guards.server"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import type { FoundGroup } from "~/models/overview/search/search"
import { searchPlatform, searchSchool } from "~/models/overview/search/search.server"

/** Finds what the person may open: schools for platform staff, otherwise records of their own school. */
export const searchFor = (viewer: SignIn, text: string): FoundGroup[] =>
  viewer.user.isSuperAdmin ? searchPlatform(staffOf(viewer), text) : searchSchool(actorOf(viewer), text)
