import { transact } from "db/client.server"
import { teachers } from "db/schema/people"
import { schoolAddresses, schoolPages } from "db/schema/people-inquiries"
import { and, count, eq, inArray, isNull, sql } from "drizzle-orm"
import { findSubscriptionStatus } from "~/models/accounts/subscription/subscription-attempt.server"
import { findDemoEnd } from "~/models/accounts/subscription/subscription-view.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  change,
  ownRows,
  type Params,
  platformQuery,
  select,
} from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { AddressRefusal } from "~/texts/people/refusals"
import type { Result } from "~/utils/result"
import { ensureMainForm } from "../enrollment-form/enrollment-form.server"
import { listOffered } from "../student/offered.server"
import { listTeachers } from "../teacher/teacher.server"
import { addressFrom, mostAddresses, type ShownTeacher } from "./school-page"
import type { SchoolPageForm } from "./school-page-form"

// The page on which strangers ask a school for lessons. It is closed until the school opens it; its address is one school's
// alone, and so are those that it had.

export type SchoolPage = {
  address: string
  isOpen: boolean
  intro: string | null
  prices: string | null
  showsClasses: boolean
  instruments: string[]
}

const split = (text: string, by: string) => text.split(by).filter(Boolean)

/** The school's page as it is saved; undefined when it never was. */
export function findSchoolPage(actor: Actor): SchoolPage | undefined {
  const row = ownRows(actor, schoolPages).get()
  if (!row) return undefined
  const { id, isOpen, intro, prices, showsClasses, instruments } = row
  return {
    ...{ address: id, isOpen, intro, prices, showsClasses },
    instruments: split(instruments, "\n"),
  }
}

/** The page as its form begins, and what there is to choose. */
export function offerSchoolPage(actor: Actor) {
  const page = findSchoolPage(actor)
  const offered = listOffered(actor).instruments
  const begun: SchoolPage = page ?? {
    ...{ address: addressFrom(actor.school.name), isOpen: false, intro: null, prices: null },
    showsClasses: false,
    instruments: offered,
  }
  const shown = new Set(listShownTeachers(actor).map(({ id }) => id))
  return {
    page: begun,
    isSaved: page !== undefined,
    instruments: [...offered, ...begun.instruments.filter((name) => !offered.includes(name))],
    teachers: listTeachers(actor).map(({ id, name }) => ({ id, name, isShown: shown.has(id) })),
  }
}

/** The teachers whom the page names: those whom the school has chosen, as long as they teach there. */
export const listShownTeachers = (actor: Actor): ShownTeacher[] =>
  ownRows(actor, teachers, ["id", "name", "instruments", "about"])
    .where(and(eq(teachers.isPublic, true), isNull(teachers.deactivatedAt), isNull(teachers.erasedAt)))
    .orderBy(sql`${teachers.name} collate nocase`)
    .all()

/** Saves the page, the first time with a form. Refused when its address is another school's, or when it would be the eleventh; a former address can be taken again. */
export function saveSchoolPage(actor: Actor, form: SchoolPageForm): Result<void, AddressRefusal> {
  return transact(() => {
    const before = findSchoolPage(actor)
    const refusal = takeAddress(actor, form.address)
    if (refusal) return { ok: false, reason: refusal }
    const facts = {
      id: form.address,
      isOpen: form.isOpen,
      intro: form.intro || null,
      prices: form.prices || null,
      showsClasses: form.showsClasses,
      instruments: form.instruments.join("\n"),
    }
    if (before) change(actor, schoolPages, before.address, facts)
    else add(actor, schoolPages, facts)
    ensureMainForm(actor)
    showTeachers(actor, form.teachers)
    recordEvent(actor, "school.change-page", actor.school.id, {
      before: before ? { isOpen: before.isOpen, address: before.address } : undefined,
      after: { isOpen: form.isOpen, address: form.address },
    })
    return { ok: true }
  })
}

function takeAddress(actor: Actor, address: string): AddressRefusal | undefined {
  const holder = findHolder(address)
  if (holder === actor.school.id) return undefined
  if (holder) return "taken"
  const had = ownRows(actor, schoolAddresses, { n: count() }).get()
  if ((had?.n ?? 0) >= mostAddresses) return "too-many"
  add(actor, schoolAddresses, { id: address })
  return undefined
}

/** Ids that aren't teachers of this school show no one. */
function showTeachers(actor: Actor, chosen: readonly string[]) {
  change(actor, teachers, isNull(teachers.erasedAt), {
    isPublic: sql`${inArray(teachers.id, [...chosen])}`,
  })
}

const holderOf = platformQuery((p: Params<{ name: string }>) =>
  select({ schoolId: schoolAddresses.schoolId }).from(schoolAddresses).where(eq(schoolAddresses.id, p.name)),
)

/** Which school an address is, or was. */
export function findHolder(address: string): string | undefined {
  const name = address.toLowerCase()
  if (name.length > 40) return undefined
  return holderOf.get({ name })?.schoolId
}

/** The page as strangers may be shown it, open or not: of a school in business that is no visitor's demo. */
export const findShownPage = (actor: Actor): SchoolPage | undefined =>
  findDemoEnd(actor) === null && findSubscriptionStatus(actor) === "active"
    ? findSchoolPage(actor)
    : undefined
