import { actorOf, staffOf } from "~/http/guards.server"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import type { FoundGroup } from "~/models/overview/search/search"
import { searchPlatform } from "~/models/overview/search/search.server"
import { findInSchool } from "~/models/overview/search/search-aside.server"

/** Finds what the person may open: schools for platform staff, otherwise records of their own school. */
export const searchFor = async (viewer: SignIn, text: string): Promise<FoundGroup[]> =>
  viewer.user.isSuperAdmin ? searchPlatform(staffOf(viewer), text) : findInSchool(actorOf(viewer), text)
