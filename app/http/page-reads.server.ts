import type { Actor } from "~/models/foundation/access/actor"
import { findPortal } from "~/models/people/family-access/portal.server"
import { findStudent } from "~/models/people/student/student.server"
import { findTeacher } from "~/models/people/teacher/change-teacher.server"
import { findClass } from "~/models/teaching/class/find-class.server"

// The loaders of one page run side by side: the frame and its tab ask for the same record. They have one actor
// (guards.server.ts), and through it the record is read once. For loaders alone: a command has to see what is true now.

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
export const teacherOfPage = oncePerPage(findTeacher)
