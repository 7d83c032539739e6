import { pageOf } from "~/utils/page-number"

/** What a list of the platform's staff is asked for in its address; whatever is not known counts as not asked. */
export type StaffQuery<Show extends string> = { search: string; show: Show; page: number }

/** @param shows the views there are, the first being the plain one */
export function readStaffQuery<Show extends string>(
  search: URLSearchParams,
  shows: readonly [Show, ...Show[]],
): StaffQuery<Show> {
  return {
    search: (search.get("search") ?? "").trim().slice(0, 100),
    show: shows.find((show) => show === search.get("show")) ?? shows[0],
    page: pageOf(search),
  }
}
