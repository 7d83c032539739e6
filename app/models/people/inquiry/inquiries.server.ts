import { families, guardians, students } from "db/schema/people"
import { inquiries, inquiryDetails, inquiryForms } from "db/schema/people-inquiries"
import { and, count, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, params, select, selectDistinct } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import type { CustomAnswers } from "~/models/foundation/custom-field/custom-field"
import { now } from "~/utils/clock.server"
import { fold, fullName } from "~/utils/names"
import { PER_PAGE } from "~/utils/page-number"
import { findFamiliesByGuardianEmail } from "../family/family.server"
import { listNamesakes } from "../student/namesakes.server"
import {
  isOpenStage,
  type NumbersBy,
  type NumbersGroup,
  type OpenStage,
  type StageFilter,
  stageOf,
} from "./inquiry"

// Those who asked for lessons on the school's page, newest first. Once they are a student, their name and how far they are is that
// student's.

const ofStudent = joined(students, inquiries.studentId)
const ofInquiry = joined(inquiryDetails.inquiryId, inquiries.id)
const ofForm = joined(inquiryForms, inquiryDetails.formId)

const columns = {
  inquiry: inquiries,
  formName: inquiryForms.name,
  formPurpose: inquiryDetails.purpose,
  address: inquiryDetails.address,
  emergencyContact: inquiryDetails.emergencyContact,
  answers: inquiryDetails.answers,
  answeredAt: inquiryDetails.answeredAt,
  memberId: inquiryDetails.memberId,
  /**
   * When the trial lesson that they booked, or the office for them, ends; null without one, or once it is canceled. The order of cross
   * joins stays: without statistics SQLite would begin with all the school's lessons.
   */
  trialEndsAt: sql<number | null>`(select max(ends_at) from (
    select s.ends_at from trial_bookings b
    join sessions s on s.school_id = b.school_id and s.id = b.session_id
    where b.school_id = ${inquiries.schoolId} and b.inquiry_id = ${inquiries.id} and s.state <> 'cancelled'
    union all select s.ends_at from enrollments e
    cross join classes c on c.school_id = e.school_id and c.id = e.class_id and c.kind = 'trial'
    cross join sessions s on s.school_id = c.school_id and s.class_id = c.id and s.state <> 'cancelled'
    where e.school_id = ${inquiries.schoolId} and e.student_id = ${inquiries.studentId}
    and s.ends_at > ${inquiries.createdAt}))`,
  /** Until when an offer to them stands. */
  offeredUntil: sql<number | null>`(select o.expires_at from offers o
    where o.school_id = ${inquiries.schoolId} and o.inquiry_id = ${inquiries.id} and o.state = 'open')`,
  studentFirst: students.firstName,
  studentLast: students.lastName,
  status: students.status,
}

/** How many inquiries no one has answered, for a statement that reads it with more. */
export const newInquiriesQuery = () => {
  const { schoolId } = params()
  return select({ n: count() })
    .from(inquiries)
    .where(and(own(schoolId, inquiries), eq(inquiries.state, "new"), isNull(inquiries.studentId)))
}

type Details = typeof inquiryDetails.$inferSelect
type Row = {
  trialEndsAt: number | null
  offeredUntil: number | null
  formName: string | null
  formPurpose: Details["purpose"]
} & {
  [K in "address" | "emergencyContact" | "answers" | "answeredAt" | "memberId"]: Details[K] | null
} & {
  inquiry: typeof inquiries.$inferSelect
  studentFirst: string | null
  studentLast: string | null
  status: (typeof students.$inferSelect)["status"] | null
}

const selectInquiries = () =>
  select(columns)
    .from(inquiries)
    .leftJoin(students, ofStudent)
    .leftJoin(inquiryDetails, ofInquiry)
    .leftJoin(inquiryForms, ofForm)

function shown({ inquiry, studentFirst, studentLast, status, answers, ...more }: Row) {
  const { schoolId: _, state, firstName, lastName, ...facts } = inquiry
  return {
    ...facts,
    ...more,
    custom: answers ? (JSON.parse(answers) as CustomAnswers) : {},
    firstName: studentFirst ?? firstName ?? "",
    lastName: studentLast ?? lastName ?? "",
    name: fullName({
      firstName: studentFirst ?? firstName ?? "",
      lastName: studentLast ?? lastName ?? "",
    }),
    stage: stageOf(state, status, more.trialEndsAt, now(), more.offeredUntil),
  }
}
export type Inquiry = ReturnType<typeof shown>

/** Who gave the trial lesson: the one booked on the page, otherwise the one that the office booked for the student. */
const teacherName = sql<string | null>`coalesce(
  (select t.name from trial_bookings b
    join sessions s on s.school_id = b.school_id and s.id = b.session_id
    join teachers t on t.school_id = s.school_id and t.id = s.teacher_id
    where b.school_id = ${inquiries.schoolId} and b.inquiry_id = ${inquiries.id} and s.state <> 'cancelled'
    order by b.created_at desc limit 1),
  (select t.name from enrollments e
    join classes c on c.school_id = e.school_id and c.id = e.class_id and c.kind = 'trial'
    join teachers t on t.school_id = c.school_id and t.id = c.teacher_id
    where e.school_id = ${inquiries.schoolId} and e.student_id = ${inquiries.studentId}
    order by e.starts_on desc limit 1))`

/** What the numbers are counted by. */
export const groups = {
  source: sql<string | null>`${inquiries.source}`,
  campaign: sql<string | null>`${inquiries.campaign}`,
  form: sql<string | null>`${inquiryForms.name}`,
  teacher: teacherName,
  instrument: sql<string | null>`${inquiries.instrument}`,
} satisfies Record<NumbersBy, unknown>

export const inStage: Record<Exclude<StageFilter, OpenStage>, () => SQL | undefined> = {
  all: () => undefined,
  answered: () => isNotNull(inquiryDetails.answeredAt),
  waiting: () =>
    and(isNull(inquiries.studentId), ne(inquiries.state, "lost"), isNull(inquiryDetails.answeredAt)),
  open: () =>
    or(
      and(isNull(inquiries.studentId), ne(inquiries.state, "lost")),
      inArray(students.status, ["lead", "trial"]),
    ),
  won: () => inArray(students.status, ["active", "paused"]),
  lost: () =>
    or(and(isNull(inquiries.studentId), eq(inquiries.state, "lost")), eq(students.status, "former")),
}

const ofCampaign = (campaign: string | undefined) => (campaign ? eq(inquiries.campaign, campaign) : undefined)

/** The open ones, newest first, with what their stage tells: when they asked, and the end of a trial or an offer (UTC ms). */
export const listOpenInquiries = (actor: Actor, campaign?: string) =>
  select({
    id: inquiries.id,
    state: inquiries.state,
    createdAt: inquiries.createdAt,
    status: students.status,
    trialEndsAt: columns.trialEndsAt,
    offeredUntil: columns.offeredUntil,
  })
    .from(inquiries)
    .leftJoin(students, ofStudent)
    .where(and(own(actor, inquiries), inStage.open(), ofCampaign(campaign)))
    .orderBy(desc(inquiries.createdAt), desc(inquiries.id))
    .all()
    .map(({ state, status, ...row }) => ({
      ...row,
      stage: stageOf(state, status, row.trialEndsAt, now(), row.offeredUntil),
    }))

export type OpenInquiry = ReturnType<typeof listOpenInquiries>[number]

type Narrowed = { stage: StageFilter; campaign?: string | undefined; group?: NumbersGroup | undefined }

/** `open` are the open ones of the campaign. */
const passing = (
  actor: Actor,
  { stage, campaign, group }: Narrowed,
  open: readonly OpenInquiry[] = listOpenInquiries(actor, campaign),
) =>
  and(
    own(actor, inquiries),
    isOpenStage(stage)
      ? among(
          inquiries.id,
          open.flatMap((each) => (each.stage === stage ? each.id : [])),
        )
      : inStage[stage](),
    ofCampaign(campaign),
    group && sql`${groups[group.by]} is ${group.name}`,
  )

/** The ids of those that pass a filter, in the list's order: of one page, or all. */
export const listInquiryIds = (actor: Actor, { page, ...filter }: Narrowed & { page: number | "all" }) =>
  select({ id: inquiries.id })
    .from(inquiries)
    .leftJoin(students, ofStudent)
    .leftJoin(inquiryDetails, ofInquiry)
    .leftJoin(inquiryForms, ofForm)
    .where(passing(actor, filter))
    .orderBy(desc(inquiries.createdAt), desc(inquiries.id))
    .limit(page === "all" ? Number.MAX_SAFE_INTEGER : PER_PAGE)
    .offset(page === "all" ? 0 : (page - 1) * PER_PAGE)
    .all()
    .map(({ id }) => id)

/** Those with these ids, in the list's order. */
export const listInquiriesByIds = (actor: Actor, ids: readonly string[]): Inquiry[] =>
  selectInquiries()
    .where(and(own(actor, inquiries), among(inquiries.id, ids)))
    .orderBy(desc(inquiries.createdAt), desc(inquiries.id))
    .all()
    .map(shown)

/** One page of them, and how many there are in all. `open` are the open ones of the campaign. */
export function listInquiries(
  actor: Actor,
  { page, ...filter }: Narrowed & { page: number },
  open?: readonly OpenInquiry[],
): { inquiries: (Inquiry & { families: string[] })[]; total: number } {
  const where = passing(actor, filter, open)
  const found = selectInquiries()
    .where(where)
    .orderBy(desc(inquiries.createdAt), desc(inquiries.id))
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .all()
    .map(shown)
  const total =
    select({ n: count() })
      .from(inquiries)
      .leftJoin(students, ofStudent)
      .leftJoin(inquiryDetails, ofInquiry)
      .leftJoin(inquiryForms, ofForm)
      .where(where)
      .get()?.n ?? 0
  const known = familiesOf(
    actor,
    found.flatMap(({ email }) => email ?? []),
  )
  return { inquiries: found.map((row) => ({ ...row, families: known.get(row.email ?? "") ?? [] })), total }
}

const mostCampaigns = 200

/** The campaigns by which someone came, in the order of the alphabet. */
export const listCampaigns = (actor: Actor): string[] =>
  selectDistinct({ campaign: inquiries.campaign })
    .from(inquiries)
    .where(and(own(actor, inquiries), isNotNull(inquiries.campaign)))
    .orderBy(sql`${inquiries.campaign} collate nocase`)
    .limit(mostCampaigns)
    .all()
    .flatMap(({ campaign }) => campaign ?? [])

/** The names of the families that an adult with one of these emails belongs to, by the email. */
function familiesOf(actor: Actor, emails: readonly string[]): Map<string, string[]> {
  const known = new Map<string, string[]>()
  if (emails.length === 0) return known
  const rows = selectDistinct({ email: guardians.email, name: families.name })
    .from(guardians)
    .innerJoin(families, joined(families, guardians.familyId))
    .where(and(own(actor, guardians), inArray(guardians.email, [...emails])))
    .all()
  for (const { email, name } of rows) if (email) known.set(email, [...(known.get(email) ?? []), name])
  return known
}

export function findInquiry(actor: Actor, inquiryId: string): Inquiry | undefined {
  const row = selectInquiries()
    .where(own(actor, inquiries, inquiryId))
    .get()
  return row && shown(row)
}

/**
 * Whom the school may know already, and what a form that has said so sends along. `student` is the namesake who has this email, or whose
 * guardian has it.
 */
export function findKnown(actor: Actor, { firstName, lastName, birthDate, email }: Inquiry) {
  const namesakes = listNamesakes(actor, { firstName, lastName, birthDate: birthDate ?? undefined })
  const ofGuardian = email ? findFamiliesByGuardianEmail(actor, email) : []
  return {
    students: namesakes,
    families: ofGuardian,
    student: namesakes.find(
      (one) => email && (fold(one.email ?? "") === email || ofGuardian.some(({ id }) => id === one.familyId)),
    ),
    seen: [...namesakes, ...ofGuardian].map(({ id }) => id).join(" "),
  }
}

/** How many inquiries came by each form; one without any is left out. */
export function countByForm(actor: Actor): Map<string, number> {
  const rows = ownRows(actor, inquiryDetails, { formId: inquiryDetails.formId, n: count() })
    .groupBy(inquiryDetails.formId)
    .all()
  return new Map(rows.flatMap(({ formId, n }) => (formId ? [[formId, n] as const] : [])))
}
