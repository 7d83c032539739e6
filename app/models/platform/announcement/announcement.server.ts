import { onConnection } from "db/cache-until-write.server"
import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { bouncedAddresses } from "db/schema/foundation-mail"
import { members } from "db/schema/people"
import { announcements } from "db/schema/platform-service"
import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  notExists,
  sql,
} from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import {
  type Params,
  platformAdd,
  platformChange,
  platformQuery,
  select,
  selectDistinct,
} from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { officeRoles } from "~/models/foundation/access/roles"
import { queueJob } from "~/models/foundation/job/job.server"
import { queueMail, wasMailed } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { isSendingBlocked } from "../abuse/block.server"
import type { ShownNotice } from "../service/notice"
import { recordPlatformAct } from "../staff-act/staff-act.server"
import { bannerText } from "./announcement"
import type { AnnouncementForm } from "./announcement-form"

// A message to everyone who administers a school. A job writes the mail, some schools at a time, so that no transaction
// holds others up and it goes on where it stopped.

const day = 86_400_000
/** Schools a step. */
const portion = 50
const mostPreviewed = 25
const rememberedMs = 1000
export const announcementsPerPage = 25

const isOffice = () =>
  and(inArray(members.role, officeRoles), isNull(members.deactivatedAt), isNotNull(users.email))

/** Who administers a school and can be mailed: no email came back from their address. */
const isRecipient = () => and(isOffice(), notExists(returnsOf()))

const returnsOf = () =>
  select({ address: bouncedAddresses.address })
    .from(bouncedAddresses)
    .where(eq(bouncedAddresses.address, sql`lower(${users.email})`))

/** How many people of how many schools it would reach, the first of them, and to whom emails come back. */
export function previewRecipients(_staff: SuperActor) {
  const counted = select({ people: countDistinct(users.id), schools: countDistinct(members.schoolId) })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(isRecipient())
    .get()
  const first = select({
    memberId: members.id,
    schoolId: members.schoolId,
    name: users.name,
    schoolName: schools.name,
  })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(schools, eq(schools.id, members.schoolId))
    .where(isRecipient())
    .orderBy(asc(members.schoolId), asc(members.id))
    .limit(mostPreviewed)
    .all()
  const returned = selectDistinct({ name: users.name })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(isOffice(), exists(returnsOf())))
    .orderBy(asc(users.name))
    .all()
    .map(({ name }) => name)
  return { people: counted?.people ?? 0, schools: counted?.schools ?? 0, first, returned }
}

/** Starts sending. Refused when other people would get it than were shown; sending the same twice changes nothing. */
export function sendAnnouncement(
  staff: SuperActor,
  { key, subject, body, banner, shown }: AnnouncementForm,
): Result<{ people: number }, "other-people"> {
  return transact(() => {
    const { people } = previewRecipients(staff)
    const known = select().from(announcements).where(eq(announcements.id, key)).get()
    if (known) return { ok: true, people: known.total }
    if (people !== shown) return { ok: false, reason: "other-people" }
    const at = now()
    platformAdd(announcements, {
      id: key,
      subject,
      body,
      hasBanner: banner !== "none",
      bannerUntil: banner === "none" ? null : at + Number(banner) * day,
      state: "sending",
      total: people,
      createdBy: staff.userId,
      createdAt: at,
    })
    queueJob({
      kind: "send-announcement",
      payload: { announcementId: key },
      uniqueKey: `announcement ${key}`,
    })
    recordPlatformAct(staff, { verb: "announce", about: subject })
    remembered().at = Number.NEGATIVE_INFINITY
    return { ok: true, people }
  })
}

/** Writes the mail of the next schools. True while there are more. */
export function continueAnnouncement({ announcementId }: { announcementId: string }): boolean {
  return transact(() => {
    const announcement = select().from(announcements).where(eq(announcements.id, announcementId)).get()
    if (announcement?.state !== "sending") return false
    const ids = select({ id: schools.id })
      .from(schools)
      .where(gt(schools.id, announcement.after ?? ""))
      .orderBy(asc(schools.id))
      .limit(portion)
      .all()
      .map(({ id }) => id)
    const sent = ids.length > 0 ? writeTo(announcement, ids) : 0
    const isOver = ids.length < portion
    platformChange(announcements, announcementId, {
      sent: announcement.sent + sent,
      after: ids.at(-1) ?? announcement.after,
      ...(isOver ? { state: "sent", finishedAt: now() } : {}),
    })
    return !isOver
  })
}

type Row = typeof announcements.$inferSelect

/** Someone who administers several schools gets one. */
function writeTo({ createdAt, subject, body }: Row, schoolIds: string[]): number {
  const people = selectDistinct({ name: users.name, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(inArray(members.schoolId, schoolIds), isRecipient()))
    .all()
  let sent = 0
  for (const { name, email } of people) {
    if (!email || wasMailed(email, "platform-announcement", createdAt - 1, { subject })) continue
    queueMail({
      template: "platform-announcement",
      schoolId: null,
      recipient: email,
      data: { name, subject, body },
    })
    sent += 1
  }
  return sent
}

/** Stops what is being sent, and takes its banner down. What was queued goes out. False when it is over already. */
export function stopAnnouncement(staff: SuperActor, announcementId: string): boolean {
  return transact(() => {
    const at = now()
    const before = select().from(announcements).where(eq(announcements.id, announcementId)).get()
    if (!before) return false
    const isShown = (before.bannerUntil ?? 0) > at
    if (before.state !== "sending" && !isShown) return false
    platformChange(announcements, announcementId, {
      ...(before.state === "sending" ? { state: "stopped", finishedAt: at } : {}),
      ...(isShown ? { bannerUntil: at } : {}),
    })
    recordPlatformAct(staff, { verb: "stop-announcement", about: before.subject })
    remembered().at = Number.NEGATIVE_INFINITY
    return true
  })
}

/** One page, newest first. */
export function listAnnouncements(_staff: SuperActor, page: number) {
  const rows = select({
    ...columns(announcements, "id", "subject", "state", "sent", "total", "bannerUntil", "createdAt"),
    by: users.name,
  })
    .from(announcements)
    .leftJoin(users, eq(users.id, announcements.createdBy))
    .orderBy(desc(announcements.createdAt), desc(announcements.id))
    .limit(announcementsPerPage)
    .offset((page - 1) * announcementsPerPage)
    .all()
    .map((row) => ({ ...row, isShown: (row.bannerUntil ?? 0) > now() }))
  return { rows, total: select({ n: count() }).from(announcements).get()?.n ?? 0 }
}

type Banner = { id: string; title: string; text: string; until: number }
const remembered = onConnection((): { at: number; banners: Banner[] } => ({
  at: Number.NEGATIVE_INFINITY,
  banners: [],
}))

/** What those who administer a school read above their pages now. Asked by each page, of the database once a second. */
function listBanners(): Banner[] {
  const at = performance.now()
  const known = remembered()
  if (at - known.at >= rememberedMs)
    Object.assign(known, {
      at,
      banners: bannersQuery.all({ now: now() }).map(({ id, subject, body, bannerUntil }) => ({
        id,
        title: subject,
        text: bannerText(body),
        until: bannerUntil ?? 0,
      })),
    })
  return known.banners.filter(({ until }) => until > now())
}

const bannersQuery = platformQuery((p: Params<{ now: number }>) =>
  select(columns(announcements, "id", "subject", "body", "bannerUntil"))
    .from(announcements)
    .where(and(eq(announcements.hasBanner, true), gt(announcements.bannerUntil, p.now)))
    .orderBy(desc(announcements.bannerUntil))
    .limit(3),
)

/** What those who administer a school whose emails wait have to know. */
const stoppedNotice: ShownNotice = {
  id: "sending-stopped",
  title: "Your school’s emails are on hold.",
  text: "They wait until we’ve talked. Contact support.",
  tone: "amber",
}

/** Announcements as those who administer a school read them above their pages. */
export const bannersToOffices = (schoolId: string): ShownNotice[] => [
  ...(isSendingBlocked(schoolId) ? [stoppedNotice] : []),
  ...listBanners().map(
    ({ id, title, text }): ShownNotice => ({
      id,
      title: `${title}.`.replace(/([.!?])\.$/, "$1"),
      text,
      tone: "ink",
    }),
  ),
]
