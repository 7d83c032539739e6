import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { may, type Permission } from "~/models/foundation/access/permissions"
import type { CustomField, FieldNoun } from "~/models/foundation/custom-field/custom-field"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import type { PlannedItem, SelectableNoun } from "~/models/foundation/selection/selection"
import {
  type ItemOutcome,
  runNextItems,
  type TaskWork,
  type WorkedItem,
} from "~/models/foundation/task/run-task.server"
import type { TaskKind } from "~/models/foundation/task/task"
import { undoWork } from "~/models/foundation/task/undo-task.server"
import { type LateLessons, lateText } from "~/models/money/charge/class-price-plan"
import { planLateOfClasses, planLateOfMany } from "~/models/money/charge/late-lessons.server"
import { queueSettling } from "~/models/money/charge/queue-settling.server"
import { mergeFamiliesWork } from "~/models/money/family-merge/merge-families.server"
import { issueDrafts, remindInvoices, voidInvoices } from "~/models/money/invoice/bulk-invoices.server"
import { mergeGuardiansWork } from "~/models/overview/person-merge/merge-facts.server"
import {
  assignInquiries,
  contactInquiries,
  inquiryWork,
  loseInquiries,
} from "~/models/people/inquiry/bulk-inquiries.server"
import { inviteFamilies, invitePeople } from "~/models/people/invitation/bulk-invite.server"
import { inviteTeachers } from "~/models/people/teacher/bulk-invite.server"
import { assignClasses, endClasses } from "~/models/teaching/class/bulk-classes.server"
import { enrollStudents } from "~/models/teaching/class/bulk-enroll.server"
import { setOwnPrices } from "~/models/teaching/price/bulk-own-price.server"
import {
  type PriceStepForm,
  readPriceStep,
  setClassPrices,
  stepPrice,
} from "~/models/teaching/price/price-step.server"
import { rollOverClasses } from "~/models/teaching/roll-over/roll-over-classes.server"
import { queueTaskUpdates } from "~/models/teaching/session/reader-updates.server"
import { changeStatuses } from "~/models/teaching/student-status/change-status.server"
import { deactivateTeachers } from "~/models/teaching/teacher-leaving/bulk-deactivate.server"
import { mergeStudentsWork } from "../person-merge/merge-students.server"
import { mergeTeachersWork } from "../person-merge/merge-teachers.server"
import { type ListAct, listActs } from "./list-acts"
import { recordConsents } from "./record-consents.server"
import { answersWork, setAnswers } from "./set-answers.server"

// A price for many students or classes, the first that some of them have: their past lessons with attendance are charged by it.

/** Adds to each line of a price's preview the past lessons that it will charge: of an enrollment, or of a class. */
const namingLateLessons = (
  act: BulkAct<PriceStepForm>,
  of: "enrollments" | "classes",
): BulkAct<PriceStepForm> => ({
  ...act,
  plan: (actor, ids, choice) => addLate(actor, act.plan(actor, ids, choice), choice, of),
})

function addLate(
  actor: Actor,
  plan: PlannedItem[],
  { price, fromDate }: PriceStepForm,
  of: "enrollments" | "classes",
): PlannedItem[] {
  const step = readPriceStep(price)
  const first = plan.flatMap(({ id, can, isFirst }) => (can && isFirst ? [id] : []))
  if (!step || first.length === 0) return plan
  const priceMinor = stepPrice(0, step)
  const late =
    of === "classes"
      ? planLateOfClasses(actor, first, { billing: "per_session", amountMinor: priceMinor, fromDate })
      : planLateOfMany(actor, new Map(first.map((id) => [id, { billing: null, priceMinor }])), fromDate)
  return plan.map((item) => {
    const beside = late.get(item.id)
    if (!beside) return item
    return { ...item, beside, text: `${item.text}. ${lateText(beside, actor.school.currency)}` }
  })
}

/** All past lessons that a preview names, in one sentence; undefined without any. */
export function besideText(plan: readonly PlannedItem[], currency: string): string | undefined {
  const all = plan.flatMap(({ can, beside }) => (can && beside ? [beside] : []))
  const sum = (of: keyof LateLessons) => all.reduce((total, each) => total + each[of], 0)
  const families = new Set(all.flatMap(({ familyIds }) => familyIds)).size
  const late = { lessons: sum("lessons"), amountMinor: sum("amountMinor"), byPackage: sum("byPackage") }
  return lateText(late, currency, families) || undefined
}

// What each list can do with what was ticked in it. An act is a form, a plan and a work; two of them, a message and a file,
// are links that take the selection along.

const notUndone: ItemOutcome = { ok: false, reason: "Can’t be undone." }

/** An act without the type of its form: read, planned and worked by the same rules. */
export type AnyAct = {
  permission: BulkAct<object>["permission"]
  choice: BulkAct<object>["choice"]
  kind: TaskKind
  refuse: (actor: Actor, choice: unknown) => Record<string, string> | undefined
  plan: (actor: Actor, ids: readonly string[], choice: unknown) => ReturnType<BulkAct<object>["plan"]>
  begin?: (actor: Actor, taskId: string) => void
  next: (actor: Actor, taskId: string) => boolean
  work: TaskWork<object>
}

function act<Choice extends object>({
  choice,
  kind,
  permission,
  plan,
  begin,
  refuse,
  work,
}: BulkAct<Choice>): AnyAct {
  return {
    permission,
    choice,
    kind,
    begin,
    refuse: (actor, given) => refuse?.(actor, work.about.parse(given)),
    plan: (actor, ids, given) => plan(actor, ids, work.about.parse(given)),
    ...anyWork(work),
  }
}

function anyWork<About extends object>(work: TaskWork<About>): Pick<AnyAct, "next" | "work"> {
  return {
    next: (actor, taskId) => runNextItems(actor, taskId, work),
    work: {
      about: work.about,
      atMost: work.atMost,
      carryOut: (actor, about, item: WorkedItem) => work.carryOut(actor, work.about.parse(about), item),
      undo: work.undo
        ? (actor, about, item) => work.undo?.(actor, work.about.parse(about), item) ?? notUndone
        : undefined,
    },
  }
}

/** An act by which students leave classes: their monthly fees follow, also when it is undone. */
function leaving<Choice extends object>(given: BulkAct<Choice>): BulkAct<Choice> {
  const { carryOut, undo } = given.work
  const settling = (actor: Actor, outcome: ItemOutcome): ItemOutcome => {
    if (outcome.ok) queueSettling(actor)
    return outcome
  }
  return {
    ...given,
    work: {
      ...given.work,
      carryOut: (actor, about, item) => settling(actor, carryOut(actor, about, item)),
      ...(undo ? { undo: (actor, about, item) => settling(actor, undo(actor, about, item)) } : {}),
    },
  }
}

const students = {
  invite: act(inviteFamilies),
  enroll: act(enrollStudents),
  status: act(leaving(changeStatuses)),
  price: act(namingLateLessons(setOwnPrices, "enrollments")),
  field: act(setAnswers("student", "student:write")),
  consent: act(recordConsents),
}

const acts: Record<SelectableNoun, Partial<Record<ListAct, AnyAct>>> = {
  students,
  families: { invite: students.invite, field: act(setAnswers("family", "student:write")) },
  people: { invite: act(invitePeople) },
  classes: {
    price: act(namingLateLessons(setClassPrices, "classes")),
    assign: act(assignClasses),
    field: act(setAnswers("class", "class:write")),
    "roll-over": act(leaving(rollOverClasses)),
    archive: act(leaving(endClasses)),
  },
  invoices: { send: act(issueDrafts), remind: act(remindInvoices), void: act(voidInvoices) },
  teachers: {
    invite: act(inviteTeachers),
    field: act(setAnswers("teacher", "teacher:write")),
    deactivate: act(deactivateTeachers),
  },
  inquiries: {
    contact: act(contactInquiries),
    "next-step": act(assignInquiries),
    lose: act(loseInquiries),
  },
}

/** What is noted of records and of inquiries is one kind of task. */
const notes: TaskWork<z.output<typeof inquiryWork.about> | z.output<typeof answersWork.about>> = {
  about: z.union([answersWork.about, inquiryWork.about]),
  atMost: Math.min(inquiryWork.atMost, answersWork.atMost),
  carryOut: (actor, about, item) =>
    "step" in about ? inquiryWork.carryOut(actor, about, item) : answersWork.carryOut(actor, about, item),
  undo: (actor, about, item) =>
    ("step" in about ? inquiryWork.undo?.(actor, about, item) : answersWork.undo?.(actor, about, item)) ??
    notUndone,
}

/** The fields of the school's own that the records of a list have; families with those of their guardians. */
export const fieldsOfList = (actor: Actor, noun: SelectableNoun): CustomField[] =>
  (fieldNouns[noun] ?? []).flatMap((each) => listFields(actor, each))

const fieldNouns: Partial<Record<SelectableNoun, FieldNoun[]>> = {
  students: ["student"],
  families: ["family", "guardian"],
  classes: ["class"],
  teachers: ["teacher"],
}

/** Two that were ticked are compared on a page of its own. */
const mergeNeeds: Partial<Record<SelectableNoun, Permission>> = {
  families: "family:merge",
  teachers: "teacher:write",
}

/** The acts that this person may do with a list, in the order of its bar. Without fields of its own there is none to change. */
export const listActsFor = (
  actor: Actor,
  noun: SelectableNoun,
  fields = fieldsOfList(actor, noun),
): ListAct[] =>
  listActs[noun].filter((name) => {
    const found = acts[noun][name]
    if (name === "message" && !may(actor, "message:all")) return false
    if (name === "merge" && !may(actor, mergeNeeds[noun] ?? "student:write")) return false
    return (!found || may(actor, found.permission)) && (name !== "field" || fields.length > 0)
  })

/** An act of a list; undefined for one it doesn't have or this person may not do. */
export function findAct(actor: Actor, noun: SelectableNoun, name: string): AnyAct | undefined {
  const found = listActs[noun].find((each) => each === name)
  const known = found && acts[noun][found]
  return known && may(actor, known.permission) ? known : undefined
}

/** What an act would do to each of these records. */
export function planAct(
  actor: Actor,
  noun: SelectableNoun,
  name: string,
  ids: readonly string[],
  choice: object,
): PlannedItem[] {
  const act = findAct(actor, noun, name)
  if (!act) throw new Error(`No ${name} for a selection of ${noun}`)
  return act.plan(actor, ids, choice)
}

const byKind = new Map(
  Object.values(acts).flatMap((each) => Object.values(each).map((found) => [found.kind, found] as const)),
)

/** Merging is no act of a list, but it is worked and undone like one. */
const works = new Map<TaskKind, Pick<AnyAct, "next" | "work">>([
  ...byKind,
  ["set-answers", anyWork(notes)],
  ["merge-families", anyWork(mergeFamiliesWork)],
  ["merge-guardians", anyWork(mergeGuardiansWork)],
  ["merge-students", anyWork(mergeStudentsWork)],
  ["merge-teachers", anyWork(mergeTeachersWork)],
])

const undo = undoWork((kind, actor, about, item) => {
  const work = works.get(kind)?.work
  if (!work?.undo) return notUndone
  return work.undo(actor, work.about.parse(about), item)
}, queueTaskUpdates)

/** Does the next items of a task of one of the lists' kinds, or of an undo. */
export function nextBulkItems(actor: Actor, taskId: string, kind: TaskKind): boolean {
  if (kind === "undo") return runNextItems(actor, taskId, undo)
  return works.get(kind)?.next(actor, taskId) ?? false
}
