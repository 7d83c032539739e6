import { users } from "db/schema/accounts"
import { emails } from "db/schema/foundation-mail"
import { guardians, members, students, teachers } from "db/schema/people"
import { waitingSpots } from "db/schema/teaching"
import { offers } from "db/schema/teaching-offers"
import { readerUpdates } from "db/schema/teaching-reader-updates"
import { and, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import type { Actor } from "../access/actor"
import { change, hasRow, ownRows, remove, select } from "../access/door.server"
import { own } from "../access/own.server"
import { listLinks, makeOneTimeLink, type OneTimeLink } from "../one-time-link/one-time-link.server"
import { waitingTemplates } from "./mail-kinds"
import { queueMail } from "./outbox.server"

// What waits for a reader whose address changes meanwhile.

/** The member whose address it is, where they log in. */
type Moved = { from: string | null; to: string | null; memberId: string | null }

/**
 * What waits for a reader goes to their new address: letters of changes that aren't written yet, and emails that wait for the morning
 * or a daily email; offers that wait for their answer are sent there again, with a link of its own. The one that went to the old
 * address, which may be a stranger's by a typo, ends where it was for a student's contact; who asked for lessons keeps theirs. Where
 * someone else of the school is reached at the old one, it stays: it may be theirs. In the caller's transaction, once the address is
 * changed.
 */
export function moveReader(actor: Actor, { from, to, memberId }: Moved) {
  if (!from || !to || from === to || isOthers(actor, from, memberId)) return
  // Letters of changes are written to contacts: a login email alone may have changed.
  if (!contactTables.some((table) => hasContact(actor, table, from))) {
    moveTold(actor, from, to)
    sendOffersAgain(actor, from, to)
  }
  change(
    actor,
    emails,
    and(eq(emails.recipient, from), inArray(emails.template, waitingTemplates), isUntried()),
    {
      recipient: to,
    },
  )
}

function moveTold(actor: Actor, from: string, to: string) {
  // Of what they are told at the new address already, that counts.
  const toldThere = select({ sessionId: readerUpdates.sessionId })
    .from(readerUpdates)
    .where(and(own(actor, readerUpdates), eq(readerUpdates.reader, to)))
  remove(
    actor,
    readerUpdates,
    and(eq(readerUpdates.reader, from), inArray(readerUpdates.sessionId, toldThere)),
  )
  change(actor, readerUpdates, eq(readerUpdates.reader, from), { reader: to })
}

function sendOffersAgain(actor: Actor, from: string, to: string) {
  const schoolId = actor.school.id
  const isOf = (address: string) => (link: OneTimeLink) => link.email.toLowerCase() === address.toLowerCase()
  for (const links of listOpenOffers(actor)) {
    const link = links.find(isOf(from))
    const sent = link && findLetter(actor, link)
    if (!sent || links.some((each) => isOf(to)(each) && findLetter(actor, each))) continue
    const { purpose, subjectId } = link
    const template = templateOf(link)
    const lifetimeMs = link.expiresAt - now()
    const linkId = makeOneTimeLink({ purpose, schoolId, subjectId, email: to, lifetimeMs })
    queueMail({ template, schoolId, recipient: to, data: { ...JSON.parse(sent.data), linkId } })
    if (sent.state === "queued" && sent.attempts === 0) remove(actor, emails, sent.id)
  }
}

const templateOf = ({ purpose }: OneTimeLink) => (purpose === "offer" ? "offer-made" : "place-offered")

const findLetter = (actor: Actor, link: OneTimeLink) =>
  ownRows(actor, emails)
    .where(and(eq(emails.template, templateOf(link)), sql`${emails.data} ->> '$.linkId' = ${link.id}`))
    .get()

/** The links of each offer that waits for its answer, the newest first. */
function listOpenOffers(actor: Actor): OneTimeLink[][] {
  // Written out rather than as parameters: only then can SQLite use the indexes of open ones.
  const openIds = ownRows(actor, offers, ["id"]).where(sql`${offers.state} = 'open'`).all()
  const spotIds = ownRows(actor, waitingSpots, ["id"]).where(sql`${waitingSpots.state} = 'offered'`).all()
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const links = [...listLinks("offer", idsOf(openIds)), ...listLinks("spot-offer", idsOf(spotIds))].reverse()
  return [...groupBy(links, ({ subjectId }) => subjectId).values()].map((ofSubject) => {
    // A spot is offered more than once: the links of one offer end together.
    const [newest] = ofSubject
    return ofSubject.filter(({ expiresAt }) => Math.abs(expiresAt - (newest?.expiresAt ?? 0)) < 60_000)
  })
}

const contactTables = [guardians, students, teachers]

const hasContact = (
  actor: Actor,
  table: (typeof contactTables)[number],
  address: string,
  which?: SQL,
): boolean => hasRow(actor, table, and(sql`lower(${table.email}) = ${address.toLowerCase()}`, which))

/** Emails that no one has tried to send, nor joined to a daily one. */
export const isUntried = () =>
  and(inArray(emails.state, ["queued", "gathered"]), isNull(emails.digestId), eq(emails.attempts, 0))

/** Whether another person of the school is reached at an address. */
function isOthers(actor: Actor, address: string, memberId: string | null): boolean {
  const loginAt = select({ id: members.id })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        own(actor, members),
        eq(users.email, address.toLowerCase()),
        ne(members.id, memberId ?? ""),
        isNull(members.deactivatedAt),
      ),
    )
    .limit(1)
    .get()
  if (loginAt) return true
  return contactTables.some((table) =>
    hasContact(actor, table, address, or(isNull(table.memberId), ne(table.memberId, memberId ?? ""))),
  )
}
