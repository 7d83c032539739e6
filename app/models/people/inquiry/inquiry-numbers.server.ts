import { students } from "db/schema/people"
import { inquiries, inquiryDetails, inquiryForms } from "db/schema/people-inquiries"
import { and, count, desc, isNotNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { groups, inStage } from "./inquiries.server"
import type { NumbersBy } from "./inquiry"

// How many of those who asked became students, by where they came from, and how soon the office answered.

const ofStudent = joined(students, inquiries.studentId)
const ofInquiry = joined(inquiryDetails.inquiryId, inquiries.id)
const ofForm = joined(inquiryForms, inquiryDetails.formId)

export type InquiryCount = { name: string | null; asked: number; won: number; lost: number }

/** How many asked, came and didn't, by one of five things; `name` is null where it isn't known. Those that most came by first. */
export function countInquiries(actor: Actor, by: NumbersBy): InquiryCount[] {
  return select({
    name: groups[by],
    asked: count(),
    won: sql<number>`coalesce(sum(${students.status} in ('active', 'paused')), 0)`,
    lost: sql<number>`coalesce(sum(case when ${inquiries.studentId} is null then ${inquiries.state} = 'lost'
      else ${students.status} = 'former' end), 0)`,
  })
    .from(inquiries)
    .leftJoin(students, ofStudent)
    .leftJoin(inquiryDetails, ofInquiry)
    .leftJoin(inquiryForms, ofForm)
    .where(own(actor, inquiries))
    .groupBy(groups[by])
    .orderBy(desc(count()), groups[by])
    .all()
}

/** How long the office took to do something about an inquiry: the middle one of all (ms), and how many still wait for it. */
export function findAnswerTime(actor: Actor): { medianMs: number | null; answered: number; waiting: number } {
  const took = sql<number>`${inquiryDetails.answeredAt} - ${inquiries.createdAt}`
  const times = select({ took })
    .from(inquiryDetails)
    .innerJoin(inquiries, ofInquiry)
    .where(and(own(actor, inquiryDetails), isNotNull(inquiryDetails.answeredAt)))
    .orderBy(took)
    .all()
  const waiting = select({ n: count() })
    .from(inquiries)
    .leftJoin(inquiryDetails, ofInquiry)
    .where(and(own(actor, inquiries), inStage.waiting()))
    .get()
  const middle = times[Math.floor((times.length - 1) / 2)]
  return { medianMs: middle?.took ?? null, answered: times.length, waiting: waiting?.n ?? 0 }
}
