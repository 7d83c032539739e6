import { members, teachers } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { find } from "~/models/foundation/access/door.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { rateText, scopeText } from "~/models/money/pay/pay"
import { listPayRates } from "~/models/money/pay/pay-reads.server"
import { listHours } from "~/models/teaching/teacher-time/availability.server"
import { hoursText, weekdayOfHours } from "~/models/teaching/teacher-time/teacher-time"
import { formatDate } from "~/utils/date-text"
import { compareAnswers, loginOf } from "./compare-students.server"
import { countMoving } from "./move-rows.server"
import { type ComparedField, compareField, type PersonComparison } from "./person-merge"
import { findTeacherClashes, teacherRemarks } from "./teacher-clashes.server"

// Two profiles of one teacher side by side.

export const findTeacherRow = (actor: Actor, teacherId: string) => find(actor, teachers, teacherId)

type Teacher = NonNullable<ReturnType<typeof findTeacherRow>>
export type TeacherPair = { keep: Teacher; gone: Teacher }

export function findTeacherPair(actor: Actor, keepId: string, goneId: string): TeacherPair | undefined {
  const [keep, gone] = [findTeacherRow(actor, keepId), findTeacherRow(actor, goneId)]
  return keep?.erasedAt === null && gone?.erasedAt === null && keepId !== goneId ? { keep, gone } : undefined
}

/** The whole comparison; undefined when the school has not both of them. */
export function compareTeachers(actor: Actor, keepId: string, goneId: string): PersonComparison | undefined {
  const pair = findTeacherPair(actor, keepId, goneId)
  if (!pair) return undefined
  const { leaves } = loginsOf(actor, pair)
  return {
    keep: summaryOf(pair.keep),
    gone: summaryOf(pair.gone),
    fields: teacherFieldsOf(actor, pair),
    moves: [...countMoving(actor, "teacher", goneId), ...(leaves ? countMoving(actor, "login", leaves) : [])],
    remarks: teacherRemarks(actor, pair),
    clashes: findTeacherClashes(actor, pair),
  }
}

/** Which login is the teacher’s afterward, and the one that gives way to it. */
export function loginsOf(actor: Actor, { keep, gone }: TeacherPair) {
  const stays = loginOf(actor, { keep, gone }) ?? null
  const leaves = [keep.memberId, gone.memberId].find((memberId) => memberId !== null && memberId !== stays)
  return { stays, leaves: stays === null ? undefined : (leaves ?? undefined) }
}

const stateOf = ({ deactivatedAt }: Teacher) => (deactivatedAt === null ? "Active" : "Deactivated")

const summaryOf = (teacher: Teacher) => ({
  id: teacher.id,
  name: teacher.name,
  about: [teacher.instruments, teacher.email, stateOf(teacher)].filter(Boolean).join(" · "),
})

export function teacherFieldsOf(actor: Actor, { keep, gone }: TeacherPair): ComparedField[] {
  const login = (memberId: string | null) => memberId && loginText(actor, memberId)
  const { stays } = loginsOf(actor, { keep, gone })
  return [
    compareField("name", "Name", { keep: keep.name, gone: gone.name }),
    compareField("email", "Email", { keep: keep.email, gone: gone.email }),
    compareField("phone", "Phone", { keep: keep.phone, gone: gone.phone }),
    compareField("instruments", "Instruments", {
      keep: keep.instruments,
      gone: gone.instruments,
      longest: 400,
    }),
    compareField("about", "About", { keep: keep.about, gone: gone.about, longest: 1000 }),
    settled("state", "Status", { keep: stateOf(keep), gone: stateOf(gone) }, keep.deactivatedAt === null),
    settled(
      "login",
      "Login",
      { keep: login(keep.memberId) ?? "None", gone: login(gone.memberId) ?? "None" },
      stays === keep.memberId,
    ),
    compareField("hours", "Teaching hours", { keep: hoursOf(actor, keep.id), gone: hoursOf(actor, gone.id) }),
    compareField("rates", "Pay rates", { keep: ratesOf(actor, keep.id), gone: ratesOf(actor, gone.id) }),
    ...compareAnswers(actor, listFields(actor, "teacher"), [keep.id, gone.id]),
  ]
}

/** What no one chooses. */
const settled = (
  name: string,
  label: string,
  { keep, gone }: { keep: string; gone: string },
  isKeep: boolean,
): ComparedField => ({ name, label, keep, gone, choices: [], chosen: isKeep ? "keep" : "gone" })

function loginText(actor: Actor, memberId: string): string {
  const found = find(actor, members, memberId)
  return found?.deactivatedAt === null ? "Set up" : "Locked"
}

const hoursOf = (actor: Actor, teacherId: string): string =>
  listHours(actor, teacherId)
    .map((hours) => `${weekdayOfHours(hours)} ${hoursText(hours)}`)
    .join(", ")

const ratesOf = (actor: Actor, teacherId: string): string =>
  listPayRates(actor, teacherId)
    .map((rate) => {
      const dates = rate.lastDay ? ` to ${formatDate(rate.lastDay, "medium")}` : ""
      const scope = scopeText(rate)
      return `${rateText(rate, actor.school.currency)}${scope ? ` (${scope})` : ""} from ${formatDate(rate.fromDate, "medium")}${dates}`
    })
    .join("; ")
