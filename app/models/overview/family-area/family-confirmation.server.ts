import { emails } from "db/schema/foundation-mail"
import { and, eq, gt } from "drizzle-orm"
import { withOwnTime } from "~/models/accounts/profile/own-time"
import { findUser } from "~/models/accounts/user/user.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { instantOf } from "~/utils/zones"

type Lesson = { localDate: string; startTime: string; startsAt?: number; className: string }
type Confirmed = Pick<MailData["family-confirmation"], "what" | "studentName" | "effects"> & {
  lessons: readonly Lesson[]
}

/** Queues an email to the person who acts, in the transaction of what they did: something to keep and to show. */
export function confirmToFamily(actor: Actor, { lessons, ...confirmed }: Confirmed) {
  const { email: recipient, timeZone } = (actor.userId && findUser(actor.userId)) || {}
  if (!recipient) return
  const { school, name: recipientName } = actor
  const data: MailData["family-confirmation"] = {
    ...confirmed,
    schoolName: school.name,
    recipientName,
    lessons: lessons.map((lesson) => [
      withOwnTime(
        `${formatDate(lesson.localDate, "short", school)}, ${formatTime(lesson.startTime, school)}`,
        { ...lesson, startsAt: lesson.startsAt ?? startOf(actor, lesson) },
        timeZone ?? null,
        school,
      ),
      lesson.className,
    ]),
  }
  if (!wasJustConfirmed(actor, recipient, data))
    queueMail({ template: "family-confirmation", schoolId: school.id, recipient, data })
}

const startOf = ({ school }: Actor, { localDate, startTime }: Lesson) =>
  instantOf(localDate, startTime, school.timeZone)

const pauseMs = 10 * 60_000

/** Someone who changes their mind again and again gets each text once. */
const wasJustConfirmed = (actor: Actor, recipient: string, data: MailData["family-confirmation"]) =>
  select({ id: emails.id })
    .from(emails)
    .where(
      and(
        eq(emails.recipient, recipient),
        gt(emails.createdAt, now() - pauseMs),
        own(actor, emails),
        eq(emails.template, "family-confirmation"),
        eq(emails.data, JSON.stringify(data)),
      ),
    )
    .get() !== undefined
