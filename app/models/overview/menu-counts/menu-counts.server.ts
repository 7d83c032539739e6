import { schools } from "db/schema/accounts-schools"
import { eq, type SQL, sql } from "drizzle-orm"
import { membershipCountQuery } from "~/models/accounts/sign-in/sign-in.server"
import { askedCorrectionsQuery } from "~/models/attendance/correction/ask-correction.server"
import { unreadQuery } from "~/models/communication/messaging/list-conversations.server"
import { waitingReportsQuery } from "~/models/communication/messaging/report.server"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, queryEach, select } from "~/models/foundation/access/door.server"
import { waitingWorkQuery } from "~/models/money/pay/entered-work.server"
import { newInquiriesQuery } from "~/models/people/inquiry/inquiries.server"
import { unreadAnswersQuery } from "~/models/platform/support/thread.server"
import { missingCountQuery, valuesOf } from "~/models/teaching/missing-register/missing-registers.server"
import { requestedFrom, requestsQuery } from "~/models/teaching/teacher-time/count-requests.server"

// What waits for a member of a school, as the menu counts it. Each page that is the first after a write asks it, so it is
// one statement.

/** Which of it someone may answer, besides what was written to them. */
export type Answers = {
  attendance: boolean
  corrections: boolean
  requests: boolean
  inquiries: boolean
  reports: boolean
}

export type Waiting = {
  /** In how many schools the user may act. */
  schools: number
  /** Answers of the platform’s staff, and conversations, that the member hasn’t read. */
  answers: number
  conversations: number
  /** Lessons without attendance, and corrections of it that are asked for. */
  missing: number
  corrections: number
  /** Requests of teachers: time off, and work to be paid. */
  timeOff: number
  work: number
  /** Inquiries that no one has answered, and reports of messages. */
  inquiries: number
  reports: number
}

export function countWaiting(actor: Actor, userId: string, may: Answers): Waiting {
  const key = Object.entries(may)
    .filter(([, isAnswered]) => isAnswered)
    .map(([name]) => name)
    .join(" ")
  const found = waitingQuery(key).get(actor, { ...valuesOf(actor), ...requestedFrom(actor), userId })
  if (!found) throw new Error("A member’s school is there.")
  return found
}

type Waits = ReturnType<typeof valuesOf> & ReturnType<typeof requestedFrom> & { userId: string }

const waitingQuery = queryEach((key: string, _: Params<Waits>, _own, school) => {
  const asked = new Set(key.split(" "))
  const counted = (query: { getSQL(): SQL }, name?: keyof Answers) =>
    !name || asked.has(name) ? sql<number>`(${query.getSQL()})` : sql<number>`0`
  return select({
    schools: counted(membershipCountQuery()),
    answers: counted(unreadAnswersQuery()),
    conversations: counted(unreadQuery()),
    missing: counted(missingCountQuery(), "attendance"),
    corrections: counted(askedCorrectionsQuery(), "corrections"),
    timeOff: counted(requestsQuery(), "requests"),
    work: counted(waitingWorkQuery(), "requests"),
    inquiries: counted(newInquiriesQuery(), "inquiries"),
    reports: counted(waitingReportsQuery(), "reports"),
  })
    .from(schools)
    .where(eq(schools.id, school))
})
