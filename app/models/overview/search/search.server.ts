import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { listSchools } from "~/models/platform/platform/list-schools.server"
import { paths } from "~/utils/paths"
import { searchClasses } from "./class-search.server"
import { searchFamilyPages } from "./family-search.server"
import { searchInvoices } from "./invoice-search.server"
import { searchPapers } from "./paper-search.server"
import { searchFamilies, searchStudents, searchTeachers } from "./people-search.server"
import { type FoundGroup, mostOf } from "./search"
import { searchOwnTeaching } from "./teaching-search.server"

// People find only what they may open: kinds by role, rows by school, and for a family its own people.

/** Results in a school, in groups. Records the actor may not open are not found. */
export function searchSchool(actor: Actor, text: string): FoundGroup[] {
  if (!text) return []
  if (may(actor, "portal:read")) return searchFamilyPages(actor, text)
  if (actor.role === "teacher") return searchOwnTeaching(actor, text)
  return [
    ...(may(actor, "student:read") ? searchStudents(actor, text) : []),
    ...(may(actor, "family:frame") ? searchFamilies(actor, text) : []),
    ...(may(actor, "teacher:read") ? searchTeachers(actor, text) : []),
    ...(may(actor, "class:read") ? searchClasses(actor, text) : []),
    ...(may(actor, "invoice:read") ? searchMoney(actor, text) : []),
  ]
}

/** Invoices first; credit notes and payments take what is left of their places. */
function searchMoney(actor: Actor, text: string): FoundGroup[] {
  const groups = searchInvoices(actor, text)
  const shown = groups.reduce((sum, { found }) => sum + found.length, 0)
  return [...groups, ...searchPapers(actor, text, mostOf.invoices - shown)]
}

/** Schools by name or by an administrator's email. Students are never found. */
export function searchPlatform(staff: SuperActor, text: string): FoundGroup[] {
  if (!text) return []
  const { total, schools } = listSchools(staff, { search: text, state: "all" })
  if (total === 0) return []
  return [
    {
      label: "Schools",
      found: schools.slice(0, mostOf.schools).map(({ id, name, planName, state }) => ({
        to: paths.platformSchool(id),
        title: name,
        detail: planName ? `${planName}, ${state}` : state,
      })),
      more: total > mostOf.schools ? paths.platformSchools({ q: text }) : null,
    },
  ]
}
