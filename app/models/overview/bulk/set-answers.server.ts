import { transact } from "db/client.server"
import { families, guardians, students, teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { and, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import type { Permission } from "~/models/foundation/access/permissions"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { answersFor, answersOf, writeAnswer } from "~/models/foundation/custom-field/answers.server"
import {
  answerText,
  type CustomField,
  type FieldNoun,
  longestAnswer,
  readAnswer,
} from "~/models/foundation/custom-field/custom-field"
import { findField } from "~/models/foundation/custom-field/custom-field.server"
import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import type { PlannedItem } from "~/models/foundation/selection/selection"
import type { ItemOutcome, TaskWork } from "~/models/foundation/task/run-task.server"
import { inNameOrder } from "~/models/people/name-order/name-order.server"
import { line, neededChoice } from "~/utils/form-text"
import { fullName } from "~/utils/names"

// One answer for many records; a list of families also sets a field of all their guardians. What each had before is kept with it, so that all of them can be taken back at once.

type Noun = Extract<FieldNoun, "student" | "family" | "class" | "teacher">

const AnswerForm = z.object({
  fieldId: neededChoice("Choose a field."),
  value: line(longestAnswer, `Keep the answer under ${longestAnswer} characters.`).default(""),
  /** Without an answer this says that the one that is there goes. */
  clears: z.boolean().default(false),
})
type AnswerForm = z.output<typeof AnswerForm>

const Before = z.object({ set: z.string().nullable(), was: z.string().nullable() })

const gone = "This field no longer exists."
const textOf = (field: CustomField, value: string | null) => (value ? answerText(field, value) : "blank")

export const answersWork: TaskWork<AnswerForm> = {
  about: AnswerForm,
  atMost: 10,
  carryOut: (actor, { fieldId, value }, { subjectId }) => {
    const field = findField(actor, fieldId)
    if (!field || field.isArchived) return { ok: false, reason: gone }
    const was = answersFor(actor, subjectId)[fieldId] ?? null
    const read = readAnswer(field, value)
    if (!read.ok) return { ok: false, reason: read.message }
    return write(actor, field, subjectId, { was, set: read.value })
  },
  undo: (actor, { fieldId }, { subjectId, before }) => {
    const { set, was } = Before.parse(before)
    const field = findField(actor, fieldId)
    if (!field || field.isArchived) return { ok: false, reason: gone }
    const present = answersFor(actor, subjectId)[fieldId] ?? null
    if (present !== set) return { ok: false, reason: `Was changed again, to ${textOf(field, present)}.` }
    return write(actor, field, subjectId, { was: present, set: was })
  },
}

type Step = { was: string | null; set: string | null }

function write(actor: Actor, field: CustomField, subjectId: string, { was, set }: Step): ItemOutcome {
  transact(() => {
    writeAnswer(actor, field.id, subjectId, set ?? undefined)
    recordEvent(actor, `${field.noun}.answer`, subjectId, {
      before: { [field.name]: was && answerText(field, was) },
      after: { [field.name]: set && answerText(field, set) },
    })
  })
  return { ok: true, note: `${textOf(field, was)} → ${textOf(field, set)}`, before: { was, set } }
}

/** Sets a field of the school's own for many records of a list. */
export const setAnswers = (noun: Noun, permission: Permission): BulkAct<AnswerForm> => ({
  permission,
  choice: AnswerForm,
  kind: "set-answers",
  refuse: refuseAnswer,
  plan: (actor, ids, choice) => planAnswers(actor, noun, ids, choice),
  work: answersWork,
})

/** An answer that no record could have is a mistake in the form, not one of each record. */
function refuseAnswer(
  actor: Actor,
  { fieldId, value, clears }: AnswerForm,
): Record<string, string> | undefined {
  const field = findField(actor, fieldId)
  if (!field || field.isArchived) return { fieldId: gone }
  const read = readAnswer(field, value)
  if (!read.ok) return { value: read.message }
  if (read.value !== null && clears) return { value: "Leave the new answer blank to clear the answer" }
  const isMissing = read.value === null && (field.isRequired || !clears)
  return isMissing ? { value: `Enter ${field.name}.` } : undefined
}

function planAnswers(
  actor: Actor,
  noun: Noun,
  ids: readonly string[],
  { fieldId, value }: AnswerForm,
): PlannedItem[] {
  const field = findField(actor, fieldId)
  const isOfGuardians = noun === "family" && field?.noun === "guardian"
  const records = isOfGuardians ? listGuardians(actor, ids) : listNamed(actor, noun, ids)
  const refuse = (text: string) => records.map((record) => ({ ...record, text, can: false }))
  if (!field || field.isArchived || (field.noun !== noun && !isOfGuardians)) return refuse(gone)
  const read = readAnswer(field, value)
  if (!read.ok) return refuse(read.message)
  if (read.value === null && field.isRequired) return refuse(`${field.name} is required.`)
  const answers = answersOf(
    actor,
    records.map(({ id }) => id),
  )
  return records.map((record): PlannedItem => {
    const was = answers.get(record.id)?.[fieldId] ?? null
    if (was === read.value) return { ...record, text: `Is ${textOf(field, was)} already.`, can: false }
    return { ...record, text: `${textOf(field, was)} → ${textOf(field, read.value)}`, can: true }
  })
}

function listNamed(actor: Actor, noun: Noun, ids: readonly string[]): { id: string; name: string }[] {
  const asked = sql`(select value from json_each(${JSON.stringify(ids)}))`
  if (noun === "student")
    return ownRows(actor, students, ["id", "firstName", "lastName"])
      .where(sql`${students.id} in ${asked}`)
      .orderBy(...inNameOrder)
      .all()
      .map(({ id, ...name }) => ({ id, name: fullName(name) }))
  const table = { family: families, class: classes, teacher: teachers }[noun]
  return ownRows(actor, table, ["id", "name"])
    .where(sql`${table.id} in ${asked}`)
    .orderBy(sql`${table.name} collate nocase`, table.id)
    .all()
}

/** The guardians of some families, each named with the family. */
function listGuardians(actor: Actor, familyIds: readonly string[]): { id: string; name: string }[] {
  return select({ id: guardians.id, name: guardians.name, family: families.name })
    .from(guardians)
    .innerJoin(families, joined(families, guardians.familyId))
    .where(and(own(actor, guardians), among(guardians.familyId, familyIds)))
    .orderBy(sql`${families.name} collate nocase`, families.id, guardians.position, guardians.id)
    .all()
    .map(({ id, name, family }) => ({ id, name: `${name}, ${family}` }))
}
