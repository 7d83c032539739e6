import type { Actor } from "~/models/foundation/access/actor"
import { findPortal } from "~/models/people/family-access/portal.server"
import { findStudent } from "~/models/people/student/student.server"
import { findTeacherEver } from "~/models/people/teacher/change-teacher.server"
import { findClass } from "~/models/teaching/class/find-class.server"

// The loaders of one page run in parallel: the frame and its tab read the same record. They share one actor
// (guards.server.ts), and through it the record is read once. For loaders only: a command must read the current state.

function oncePerPage<Args extends string[], Found>(read: (actor: Actor, ...args: Args) => Found) {
  const pages = new WeakMap<Actor, Map<string, Found>>()
  return (actor: Actor, ...args: Args): Found => {
    const known = pages.get(actor) ?? new Map<string, Found>()
    const key = args.join(" ")
    const found = known.get(key) ?? read(actor, ...args)
    pages.set(actor, known.set(key, found))
    return found
  }
}

export const portalOfPage = oncePerPage(findPortal)
export const studentOfPage = oncePerPage(findStudent)
export const classOfPage = oncePerPage(findClass)
export const teacherOfPage = oncePerPage(findTeacherEver)
