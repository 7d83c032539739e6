import type { Actor } from "~/models/foundation/access/actor"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import { readFamilyQuery } from "~/models/money/family-list/family-list"
import { listFamilyRecords } from "~/models/money/family-list/family-list.server"
import { isInDatabase, listStudentsWith } from "~/models/money/student-list/list-students-with.server"
import { readStudentQuery } from "~/models/people/student/student"
import { readFindTimesQuery } from "~/models/teaching/free-time/find-times"
import { findTimesPage } from "~/models/teaching/free-time/find-times-page.server"
import { readInBackground } from "~/providers/threads/background-read.server"
import { hasMany } from "../list-file/list-file.server"

// Pages that look at all of a school to show a few rows of it: in a large one they are read in the background, where they hold up no one.

const pages = {
  families: (actor: Actor, query: URLSearchParams) => listFamilyRecords(actor, readFamilyQuery(query)),
  students: (actor: Actor, query: URLSearchParams) => {
    const { filter, page } = readStudentQuery(query)
    return listStudentsWith(actor, filter, page)
  },
  times: (actor: Actor, query: URLSearchParams) => findTimesPage(actor, readFindTimesQuery(query), query),
}

type Page = keyof typeof pages

/** Whether the page looks at all of the school. */
const looksAtAll: Record<Page, (query: URLSearchParams) => boolean> = {
  families: (query) => query.get("state") === "owing" || query.get("sort") === "balance",
  students: (query) => {
    const { filter } = readStudentQuery(query)
    return !isInDatabase(filter) || filter.traits !== undefined
  },
  times: () => true,
}

/** A page as its address asks for it. Once `left` says that whoever asked has left, it isn't begun there. */
export async function readListPage<Name extends Page>(
  actor: Actor,
  name: Name,
  query: URLSearchParams,
  left: AbortSignal,
): Promise<ReturnType<(typeof pages)[Name]>> {
  const work = schoolWork(actor, "list-page", readListPageHere<Name>, name, query.toString())
  return looksAtAll[name](query) && hasMany(actor, "students") ? readInBackground(work, left) : work.here()
}

/** The same in this thread. */
export const readListPageHere = <Name extends Page>(actor: Actor, name: Name, query: string) =>
  pages[name](actor, new URLSearchParams(query)) as ReturnType<(typeof pages)[Name]>
