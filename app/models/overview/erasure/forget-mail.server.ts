import { users } from "db/schema/accounts"
import { emails } from "db/schema/foundation-mail"
import { textMessages } from "db/schema/foundation-text-messages"
import { outsidePayers } from "db/schema/payers"
import { guardians, members, students, teachers } from "db/schema/people"
import { readerUpdates } from "db/schema/teaching-reader-updates"
import { and, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import { forgetReceivedTexts } from "~/models/communication/received-text/received-text.server"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { withPlainSigns } from "~/models/foundation/text-message/text-message"
import { addressesIn, listFamilyAddresses } from "./family-addresses.server"
import { isOneWord, type Wording, withoutNames, withoutNamesInLine, withoutPerson } from "./without-person"

// Emails are kept for a while after they were sent. What they say of an erased person goes with the person. What another
// family is still to get stays as it was written.

export type ErasedPerson = {
  /** As the person is called in full, by the school and by their login. */
  names: readonly string[]
  /** By which the family's own emails call a student. */
  firstName: string | null
  addresses: readonly string[]
  /** What stands in place of the name. */
  erasedName: string
  familyId: string
  familyAddresses: readonly string[]
  /** As it was typed. */
  phone?: string | null
}

/** Call it once the person's own record and login hold no address any more. */
export function forgetInMail(actor: Actor, person: ErasedPerson) {
  const addresses = person.addresses.filter((address) => !isUsedByOthers(actor, address))
  const unique = person.names.filter((name) => !isNameOfOthers(actor, name))
  const others = new Set(listFamilyAddresses(actor, { except: person.familyId }))
  const office = listOffice(actor)
  const [toOthers, toOffice, toFamily] = wordings(person, { addresses, unique })
  forgetInTold(actor, addresses, person.names, (reader) =>
    person.familyAddresses.includes(reader) ? toFamily : toOffice,
  )
  for (const { id, recipient, state, data } of listMail(actor, person, { addresses, unique })) {
    if (addresses.includes(recipient)) {
      forgetMail(actor, { id, state }, person.erasedName)
      continue
    }
    const isFamily = person.familyAddresses.includes(recipient)
    const isElsewhere = others.has(recipient) || !(isFamily || office.has(recipient))
    if (isElsewhere && state !== "sent") continue
    const wording = isFamily ? toFamily : isElsewhere ? toOthers : toOffice
    const renamed = JSON.stringify(withoutPerson(JSON.parse(data), wording))
    if (renamed !== data) change(actor, emails, id, { data: renamed })
  }
  for (const { id, reader, state, unknownSince, body } of listTexts(actor, person, unique)) {
    const isFamily = person.familyAddresses.includes(reader)
    const isElsewhere = others.has(reader) || !(isFamily || office.has(reader))
    const mayHaveLeft = state !== "queued" || unknownSince !== null
    if (isElsewhere && !mayHaveLeft) continue
    const renamed = withoutNamesInLine(body, plainly(isFamily ? toFamily : isElsewhere ? toOthers : toOffice))
    if (renamed === body) continue
    // The service can't be asked any more for one that it may have: its words are how it would be found.
    const isLost = state === "queued" && unknownSince !== null
    change(actor, textMessages, id, {
      body: renamed,
      ...(isLost ? { state: "failed" as const, reason: "unknown", leaseUntil: null } : {}),
    })
  }
  if (person.phone) forgetReceivedTexts(actor, person.phone, person.erasedName)
}

/** Nothing more is told to some addresses, and what others know of lessons says none of these names, where `wordingFor` them has it. */
export function forgetInTold(
  actor: Actor,
  addresses: readonly string[],
  names: readonly string[],
  wordingFor: (reader: string) => Wording,
) {
  remove(actor, readerUpdates, inArray(readerUpdates.reader, [...addresses]))
  const said = names.flatMap((name) => [
    sql`instr(${readerUpdates.known}, ${JSON.stringify(name).slice(1, -1)}) > 0`,
    sql`instr(${readerUpdates.why}, ${name}) > 0`,
  ])
  const rows =
    said.length === 0
      ? []
      : ownRows(actor, readerUpdates)
          .where(or(...said))
          .all()
  for (const { id, reader, known, why } of rows) {
    const wording = wordingFor(reader)
    change(actor, readerUpdates, id, {
      known: JSON.stringify(withoutNames(JSON.parse(known), wording)),
      why: why && withoutNamesInLine(why, wording),
    })
  }
}

/** Texts say names with plain signs. */
const plainly = (wording: Wording): Wording => ({
  ...wording,
  inTexts: wording.inTexts.map(withPlainSigns),
  inLabels: wording.inLabels.map(withPlainSigns),
})

/** Texts to the family, and those that say a name of the person, with whose phone it is by email. */
const listTexts = (
  actor: Actor,
  { familyAddresses }: Pick<ErasedPerson, "familyAddresses">,
  unique: readonly string[],
) =>
  select({
    id: textMessages.id,
    reader: sql<string>`coalesce(lower(${users.email}), '')`,
    state: textMessages.state,
    unknownSince: textMessages.unknownSince,
    body: textMessages.body,
  })
    .from(textMessages)
    .leftJoin(members, joined(members, textMessages.memberId))
    .leftJoin(users, eq(users.id, members.userId))
    .where(
      and(
        own(actor, textMessages),
        or(
          inArray(sql`lower(${users.email})`, [...familyAddresses]),
          ...unique.map((name) => sql`instr(${textMessages.body}, ${withPlainSigns(name)}) > 0`),
        ),
      ),
    )
    .all()

type Known = { addresses: readonly string[]; unique: readonly string[] }

/** What is replaced in mail to other families, to the school's own people, and to the family. */
function wordings(person: ErasedPerson, { addresses, unique }: Known): [Wording, Wording, Wording] {
  const { names, firstName, erasedName } = person
  const long = unique.filter((name) => !isOneWord(name))
  const ofStudent = firstName ? [...names, firstName] : []
  const uniqueStudent = firstName ? unique : []
  return [
    { inTexts: long, inNames: long, ofStudent: long, inLabels: [], addresses, erasedName },
    {
      inTexts: long,
      inNames: unique,
      ofStudent: uniqueStudent,
      inLabels: uniqueStudent,
      addresses,
      erasedName,
    },
    {
      inTexts: firstName ? names.filter((name) => !isOneWord(name)) : long,
      inNames: unique,
      ofStudent,
      inLabels: ofStudent,
      addresses,
      erasedName,
    },
  ]
}

const lowerRecipient = sql<string>`lower(${emails.recipient})`

/** Every email that may say something of the person, or those of them that are meant, in one reading. */
export function listMail(
  actor: Actor,
  { familyAddresses }: Pick<ErasedPerson, "familyAddresses">,
  { addresses, unique }: Known,
  meant?: SQL,
) {
  const said = [...unique, ...addresses].map((text) => {
    const written = JSON.stringify(text)
    return sql`instr(${emails.data}, ${isOneWord(text) ? written : written.slice(1, -1)}) > 0`
  })
  const labels = unique.filter(isOneWord).map((name) => {
    const written = JSON.stringify(name).slice(1, -1)
    return and(inArray(emails.template, [...lineTemplates]), sql`instr(${emails.data}, ${written}) > 0`)
  })
  return ownRows(actor, emails, {
    id: emails.id,
    recipient: lowerRecipient,
    state: emails.state,
    data: emails.data,
  })
    .where(and(meant, or(inArray(lowerRecipient, [...addresses, ...familyAddresses]), ...said, ...labels)))
    .all()
}

/** Emails to teachers with lines that name students. */
const lineTemplates = [
  "lessons-tomorrow",
  "session-changed",
  "class-changed",
  "lessons-arranged",
  "attendance-missing",
] as const

/** Mail to the person isn't sent any more. Of what was sent stays when, and on what occasion. */
export function forgetMail(actor: Actor, { id, state }: { id: string; state: string }, erasedName: string) {
  const theirs = own(actor, emails, id)
  if (state === "sent") change(actor, emails, theirs, { recipient: erasedName, data: "{}", lastError: null })
  else remove(actor, emails, theirs)
}

/** Where the school's own people get their mail. */
function listOffice(actor: Actor): Set<string> {
  const logins = select({ email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, members), ne(members.role, "student")))
    .all()
  const taught = ownRows(actor, teachers, ["email"]).all()
  return new Set(addressesIn([...logins, ...taught].map(({ email }) => email)))
}

/** Whether the address is someone else's, too: a parent's is often given for the child. */
export function isUsedByOthers(actor: Actor, address: string): boolean {
  const isIt = (column: Parameters<typeof eq>[0]) => sql`lower(${column}) = ${address}`
  return isAnyone(actor, {
    guardian: or(isIt(guardians.email), isIt(guardians.billingEmail)),
    student: isIt(students.email),
    member: isIt(users.email),
    payer: isIt(outsidePayers.email),
    teacher: isIt(teachers.email),
  })
}

/** Whether someone else has the same name, or one that contains it: emails keep it then, but for those to the family. */
export function isNameOfOthers(actor: Actor, name: string): boolean {
  const isIt = (theirs: SQL | SQLiteColumn) =>
    isOneWord(name) ? sql`${theirs} = ${name}` : sql`instr(' ' || ${theirs} || ' ', ${` ${name} `}) > 0`
  return isAnyone(actor, {
    guardian: isIt(guardians.name),
    student: isIt(sql`trim(${students.firstName} || ' ' || ${students.lastName})`),
    member: isIt(users.name),
    payer: isIt(outsidePayers.name),
    teacher: isIt(teachers.name),
  })
}

type Which = Record<"guardian" | "student" | "member" | "payer" | "teacher", SQL | undefined>

function isAnyone(actor: Actor, which: Which): boolean {
  const guardian = ownRows(actor, guardians, ["id"]).where(which.guardian).limit(1).get()
  const student = ownRows(actor, students, ["id"]).where(which.student).limit(1).get()
  const member = select({ id: members.id })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, members), isNull(members.deactivatedAt), which.member))
    .limit(1)
    .get()
  const payer = ownRows(actor, outsidePayers, ["id"]).where(which.payer).limit(1).get()
  const teacher = ownRows(actor, teachers, ["id"])
    .where(and(isNull(teachers.erasedAt), which.teacher))
    .limit(1)
    .get()
  return Boolean(guardian ?? student ?? member ?? payer ?? teacher)
}
