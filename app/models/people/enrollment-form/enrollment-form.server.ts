import { transact } from "db/client.server"
import { inquiryForms, inquiryFormTeachers } from "db/schema/people-inquiries"
import { asc, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, ownRows, remove } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { now } from "~/utils/clock.server"
import { webNameFrom } from "~/utils/names"
import type { Result } from "~/utils/result"
import { type AskedDocument, mostDocuments } from "../consent/consent"
import { listAtEnrollment } from "../consent/documents.server"
import { listTeachers } from "../teacher/teacher.server"
import {
  askKeys,
  customKey,
  type EnrollmentForm,
  type FormChanges,
  type FormField,
  isCustomKey,
  isReservedPath,
  mostForms,
  type Question,
  readFields,
  writeFields,
} from "./enrollment-form"

// A school's forms: made, copied, changed, archived. One of them, the main one, is on the page itself and never archived; what came
// by a form keeps naming it.

const split = (text: string) => text.split(" ").filter(Boolean)

function shown(actor: Actor, row: typeof inquiryForms.$inferSelect): EnrollmentForm {
  const { id, path, name, intro, purpose, forWhom, fields, leftOut, isMain, isListed, archivedAt } = row
  return {
    ...{ id, path, name, intro, purpose, forWhom, isMain, isListed },
    fields: readFields(fields),
    leftOut: split(leftOut),
    isArchived: archivedAt !== null,
    trial:
      row.trialMinutes === null
        ? null
        : {
            minutes: row.trialMinutes,
            noticeHours: row.trialNoticeHours ?? 0,
            daysAhead: row.trialDaysAhead ?? 0,
            priceMinor: row.trialPriceMinor,
            teacherIds: teachersOf(actor, id),
          },
    spot: row.offersSpot ? { depositMinor: row.depositMinor } : null,
  }
}

/** The teachers of a form who teach at the school. */
function teachersOf(actor: Actor, formId: string): string[] {
  const present = new Set(listTeachers(actor).map(({ id }) => id))
  return ownRows(actor, inquiryFormTeachers, { id: inquiryFormTeachers.teacherId })
    .where(eq(inquiryFormTeachers.formId, formId))
    .all()
    .flatMap(({ id }) => (present.has(id) ? [id] : []))
}

/** The school's forms, the main one first and archived ones last. */
export const listForms = (actor: Actor): EnrollmentForm[] =>
  ownRows(actor, inquiryForms)
    .orderBy(
      sql`${inquiryForms.archivedAt} is not null`,
      sql`${inquiryForms.isMain} = 0`,
      asc(inquiryForms.createdAt),
      asc(inquiryForms.id),
    )
    .all()
    .map((row) => shown(actor, row))

export function findForm(actor: Actor, formId: string): EnrollmentForm | undefined {
  const row = find(actor, inquiryForms, formId)
  return row && shown(actor, row)
}

/** The form at `/s/{school}/{path}`, archived or not; else the one that had this address. */
export function findFormAt(actor: Actor, path: string): EnrollmentForm | undefined {
  const wanted = path.toLowerCase()
  const row =
    ownRows(actor, inquiryForms).where(eq(inquiryForms.path, wanted)).get() ??
    ownRows(actor, inquiryForms)
      .all()
      .find(({ formerPaths }) => split(formerPaths).includes(wanted))
  return row && shown(actor, row)
}

/** The form on the page itself; a page that was never saved has none. */
export function findMainForm(actor: Actor): EnrollmentForm | undefined {
  const row = ownRows(actor, inquiryForms).where(eq(inquiryForms.isMain, true)).get()
  return row && shown(actor, row)
}

/** What a new form asks: all but the address and whom to call, none of it required. */
const atFirst = writeFields(
  askKeys
    .filter((key) => key !== "homeAddress" && key !== "emergencyContact")
    .map((key) => ({ key, isRequired: false })),
)

/** Gives a school its first form, unless it has one. */
export function ensureMainForm(actor: Actor) {
  if (findMainForm(actor)) return
  add(actor, inquiryForms, {
    ...{ path: freePath(actor, "lessons"), name: "Ask for lessons", purpose: "any", forWhom: "any" },
    ...{ fields: atFirst, isMain: true },
  })
}

/** Adds a form with the usual questions. Its address is made of its name. */
export function addForm(
  actor: Actor,
  { name, purpose }: Pick<EnrollmentForm, "name" | "purpose">,
): Result<{ id: string }, "too-many"> {
  return transact(() => {
    if (listForms(actor).length >= mostForms) return { ok: false, reason: "too-many" }
    ensureMainForm(actor)
    const path = freePath(actor, webNameFrom(name) || "form")
    const id = add(actor, inquiryForms, { path, name, purpose, forWhom: "any", fields: atFirst })
    recordEvent(actor, "school.add-form", actor.school.id, { after: { name } })
    return { ok: true, id }
  })
}

/** Adds a form that asks the same as another, under a name and address of its own. */
export function copyForm(
  actor: Actor,
  formId: string,
): Result<{ id: string; name: string }, "not-found" | "too-many"> {
  return transact(() => {
    const row = find(actor, inquiryForms, formId)
    if (!row) return { ok: false, reason: "not-found" }
    if (listForms(actor).length >= mostForms) return { ok: false, reason: "too-many" }
    const { schoolId: _, id: __, createdAt: ___, ...facts } = row
    const name = `${row.name.slice(0, 70)} (copy)`
    const path = freePath(actor, row.path)
    const id = add(actor, inquiryForms, {
      ...{ ...facts, name, path, formerPaths: "", isMain: false, archivedAt: null },
    })
    for (const teacherId of teachersOf(actor, formId))
      add(actor, inquiryFormTeachers, { formId: id, teacherId })
    recordEvent(actor, "school.add-form", actor.school.id, { after: { name } })
    return { ok: true, id, name }
  })
}

/** A path that no form of the school has or had: the one wished for, or that with a number. */
function freePath(actor: Actor, wished: string): string {
  const taken = new Set(
    ownRows(actor, inquiryForms, ["path", "formerPaths"])
      .all()
      .flatMap(({ path, formerPaths }) => [path, ...split(formerPaths)]),
  )
  const isFree = (path: string) => !taken.has(path) && !isReservedPath(path)
  if (isFree(wished)) return wished
  const start = wished.slice(0, 36).replace(/-+$/, "")
  for (let n = 2; ; n += 1) if (isFree(`${start}-${n}`)) return `${start}-${n}`
}

/** How many addresses that a form had lead to it. */
const mostFormerPaths = 10

/** Saves a form; an address that it had leads to it, until another form takes that. Refused when its address is that of another one, or when the one on the page itself would be for trial lessons. */
export function saveForm(
  actor: Actor,
  formId: string,
  { path, name, intro, purpose, forWhom, fields, consents, isListed, trial, spot = null }: FormChanges,
): Result<void, "not-found" | "path-taken" | "trial-on-page"> {
  return transact(() => {
    const before = findForm(actor, formId)
    if (!before) return { ok: false, reason: "not-found" }
    if (before.isMain && purpose === "trial") return { ok: false, reason: "trial-on-page" }
    const rows = ownRows(actor, inquiryForms, ["id", "path", "formerPaths"]).all()
    const former = split(rows.find((row) => row.id === formId)?.formerPaths ?? "")
    const holder = rows.find((row) => row.path === path)
    if (holder && holder.id !== formId) return { ok: false, reason: "path-taken" }
    const left = listAtEnrollment(actor).flatMap(({ id }) => (consents.includes(id) ? [] : [id]))
    change(actor, inquiryForms, formId, {
      ...{ path, name, purpose, forWhom, isListed },
      formerPaths: without(path, [before.path, ...former]),
      intro: intro || null,
      fields: writeFields(fields),
      leftOut: left.slice(0, mostDocuments).join(" "),
      trialMinutes: trial?.minutes ?? null,
      trialNoticeHours: trial?.noticeHours ?? null,
      trialDaysAhead: trial?.daysAhead ?? null,
      trialPriceMinor: trial?.priceMinor ?? null,
      offersSpot: spot !== null,
      depositMinor: spot?.depositMinor ?? null,
    })
    for (const row of rows)
      if (row.id !== formId && split(row.formerPaths).includes(path))
        change(actor, inquiryForms, row.id, { formerPaths: without(path, split(row.formerPaths)) })
    offerTeachers(actor, formId, trial?.teacherIds ?? [])
    recordEvent(actor, "school.change-form", actor.school.id, {
      before: { name: before.name, path: before.path, purpose: before.purpose },
      after: { name, path, purpose },
    })
    return { ok: true }
  })
}

/** Former addresses without one that is a form's own by now, as they are kept. */
const without = (path: string, former: readonly string[]): string =>
  [...new Set(former)]
    .filter((each) => each !== path)
    .slice(0, mostFormerPaths)
    .join(" ")

function offerTeachers(actor: Actor, formId: string, teacherIds: readonly string[]) {
  const present = new Set(listTeachers(actor).map(({ id }) => id))
  remove(actor, inquiryFormTeachers, eq(inquiryFormTeachers.formId, formId))
  for (const teacherId of new Set(teacherIds))
    if (present.has(teacherId)) add(actor, inquiryFormTeachers, { formId, teacherId })
}

/** Puts a form on the page itself instead of the one that is there. */
export function showOnPage(
  actor: Actor,
  formId: string,
): Result<{ name: string }, "not-found" | "is-archived" | "trial-on-page"> {
  return transact(() => {
    const form = findForm(actor, formId)
    if (!form) return { ok: false, reason: "not-found" }
    if (form.isArchived) return { ok: false, reason: "is-archived" }
    if (form.purpose === "trial") return { ok: false, reason: "trial-on-page" }
    const { name } = form
    change(actor, inquiryForms, eq(inquiryForms.isMain, true), { isMain: false })
    change(actor, inquiryForms, formId, { isMain: true })
    recordEvent(actor, "school.change-form", actor.school.id, { after: { name, isMain: true } })
    return { ok: true, name }
  })
}

/** Archives a form, so that its address says that it is closed, as a 404, or restores it. The one on the page itself is refused. */
export function setFormArchived(
  actor: Actor,
  formId: string,
  isArchived: boolean,
): Result<{ name: string }, "not-found" | "on-page"> {
  return transact(() => {
    const form = findForm(actor, formId)
    if (!form) return { ok: false, reason: "not-found" }
    if (form.isMain) return { ok: false, reason: "on-page" }
    const { name } = form
    if (form.isArchived === isArchived) return { ok: true, name }
    change(actor, inquiryForms, formId, { archivedAt: isArchived ? now() : null })
    const verb = isArchived ? "archive-form" : "restore-form"
    recordEvent(actor, `school.${verb}`, actor.school.id, { after: { name } })
    return { ok: true, name }
  })
}

/** The custom fields that a form can ask: those of students, then those of families. */
export const listAskable = (actor: Actor) => [
  ...listFields(actor, "student").map((field) => ({ ...field, noun: "student" as const })),
  ...listFields(actor, "family").map((field) => ({ ...field, noun: "family" as const })),
]

/** What a form can ask, in its order, and after that what it doesn't ask. `own` is a custom field's name and whose it is. */
export function listAsked(
  actor: Actor,
  form: EnrollmentForm,
): {
  key: string
  own: { name: string; noun: "student" | "family" } | null
  ask: "no" | "optional" | "required"
}[] {
  const labels = new Map<string, { name: string; noun: "student" | "family" } | null>([
    ...askKeys.map((key) => [key, null] as const),
    ...listAskable(actor).map(({ id, name, noun }) => [customKey(id), { name, noun }] as const),
  ])
  const rest = [...labels.keys()].filter((key) => !form.fields.some((field) => field.key === key))
  const asked = form.fields.map(
    ({ key, isRequired }) => ({ key, ask: isRequired ? "required" : "optional" }) as const,
  )
  return [...asked, ...rest.map((key) => ({ key, ask: "no" }) as const)].flatMap(({ key, ask }) => {
    const own = labels.get(key)
    return own === undefined ? [] : [{ key, own, ask }]
  })
}

/** What a form asks now: a custom field that was archived is left out, and so is the instrument where there is none to choose. */
export function listQuestions(
  actor: Actor,
  { fields }: { fields: readonly FormField[] },
  instruments: readonly string[],
): Question[] {
  const own = new Map(listAskable(actor).map((field) => [customKey(field.id), field]))
  return fields.flatMap(({ key, isRequired }): Question[] => {
    if (!isCustomKey(key))
      return key === "instrument" && instruments.length === 0 ? [] : [{ key, isRequired, field: null }]
    const field = own.get(key)
    return field ? [{ key, isRequired, field: { ...field, isRequired } }] : []
  })
}

/** The documents that a form asks to agree to. */
export const listConsentsOf = (actor: Actor, { leftOut }: Pick<EnrollmentForm, "leftOut">): AskedDocument[] =>
  listAtEnrollment(actor).filter(({ id }) => !leftOut.includes(id))
