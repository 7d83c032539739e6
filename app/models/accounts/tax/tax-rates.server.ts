import { cacheUntilWrite } from "db/cache-until-write.server"
import { transact } from "db/client.server"
import { taxRates } from "db/schema/accounts-school-lists"
import { schools } from "db/schema/accounts-schools"
import { and, asc, eq, ne, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, ownRows, select } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { changeRule, recordEvent } from "~/models/foundation/audit/audit.server"
import type { TaxRefusal } from "~/texts/accounts/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { type ChosenTax, defaultTax, noTax, rateText, type Tax, type TaxRate, taxChoices } from "./tax"

// The taxes a school charges. A rate never changes: what was charged keeps its own, and another percentage is another
// rate. Archived rates are no longer offered.

const keepRates = cacheUntilWrite<readonly TaxRate[]>(500)

/** Every rate, the default first, archived ones last. */
export const listTaxRates = (actor: Actor): readonly TaxRate[] =>
  keepRates([actor.school.id], () => readRates(actor))

function readRates(actor: Actor): TaxRate[] {
  return ownRows(actor, taxRates, {
    ...columns(taxRates, "id", "name", "rate", "isDefault"),
    isArchived: sql<number>`${taxRates.archivedAt} is not null`.mapWith(Boolean),
  })
    .orderBy(sql`${taxRates.archivedAt} is not null`, sql`${taxRates.isDefault} desc`, asc(taxRates.name))
    .all()
}

/** Whether the school adds tax to its prices. */
export const addsTax = (actor: Actor): boolean => keepAdds([actor.school.id], () => readAdds(actor))

const keepAdds = cacheUntilWrite<boolean>(500)

function readAdds(actor: Actor): boolean {
  const school = select({ taxIsAdded: schools.taxIsAdded })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  return school?.taxIsAdded ?? false
}

/** The tax on lessons, tuition and packages; null where the school charges none. */
export const findDefaultTax = (actor: Actor): Tax | null => findTax(actor, ({ isDefault }) => isDefault)

/** The choices of a tax that is the school's default or none; empty where it has no default. */
export const defaultTaxChoices = (actor: Actor) =>
  findDefaultTax(actor) ? taxChoices(listTaxRates(actor)).slice(0, 2) : []

/**
 * The tax that a form or a catalogue entry names: the school's default, none, or one of its rates that is offered.
 * Undefined for any other.
 */
export function findChosenTax(actor: Actor, choice: string): Tax | null | undefined {
  if (choice === noTax) return null
  if (choice === defaultTax) return findDefaultTax(actor)
  return findTax(actor, ({ id }) => id === choice) ?? undefined
}

/** What a form named, as it is stored; undefined for a rate that isn't offered. */
export function readChosenTax(actor: Actor, choice: string): ChosenTax | undefined {
  if (choice === defaultTax) return { taxRateId: null, isTaxFree: false }
  if (choice === noTax) return { taxRateId: null, isTaxFree: true }
  return findChosenTax(actor, choice) ? { taxRateId: choice, isTaxFree: false } : undefined
}

/**
 * The tax of each thing for sale, read once for all of them. An archived rate is charged on nothing new: the school's
 * default takes its place.
 */
export function readTaxes(actor: Actor): (chosen: ChosenTax) => Tax | null {
  const isAdded = addsTax(actor)
  const rates = listTaxRates(actor).filter(({ isArchived }) => !isArchived)
  const taxOf = (found: TaxRate | undefined): Tax | null =>
    found ? { name: found.name, rate: found.rate, isAdded } : null
  const byDefault = taxOf(rates.find(({ isDefault }) => isDefault))
  return ({ taxRateId, isTaxFree }) =>
    isTaxFree ? null : (taxOf(rates.find(({ id }) => id === taxRateId)) ?? byDefault)
}

/** A rate that is offered. */
function findTax(actor: Actor, which: (rate: TaxRate) => boolean): Tax | null {
  const found = listTaxRates(actor).find((rate) => !rate.isArchived && which(rate))
  return found ? { name: found.name, rate: found.rate, isAdded: addsTax(actor) } : null
}

/** Adds a rate; as the default it replaces the one before. Refuses a name that is in use, in any capitalization. */
export function addTaxRate(
  actor: Actor,
  { name, rate, isDefault }: { name: string; rate: number; isDefault: boolean },
): Result<void, TaxRefusal> {
  return transact(() => {
    const isTaken = listTaxRates(actor).some((each) => each.name.toLowerCase() === name.toLowerCase())
    if (isTaken) return { ok: false, reason: "name-taken" }
    const id = add(actor, taxRates, { name, rate })
    if (isDefault) setDefault(actor, id)
    recordEvent(actor, "tax-rate.add", id, { after: { name, percent: rateText(rate), isDefault } })
    return { ok: true }
  })
}

/** Makes a rate the tax of lessons, tuition and packages from now on, or, without an id, charges none on them. */
export function chooseDefaultTax(actor: Actor, id: string | null): Result<void, TaxRefusal> {
  return transact(() => {
    const before = listTaxRates(actor)
    const chosen = before.find((each) => each.id === id && !each.isArchived)
    if (id !== null && !chosen) return { ok: false, reason: "not-found" }
    const current = before.find(({ isDefault }) => isDefault)
    if (current?.id === chosen?.id) return { ok: true }
    setDefault(actor, id)
    recordEvent(actor, "school.choose-tax", actor.school.id, {
      before: { name: current?.name ?? null },
      after: { name: chosen?.name ?? null },
    })
    return { ok: true }
  })
}

/** Archives a rate, so that it is charged on nothing new, or restores it. */
export function archiveTaxRate(actor: Actor, id: string, isArchived: boolean): Result<void, TaxRefusal> {
  return transact(() => {
    const rate = listTaxRates(actor).find((each) => each.id === id)
    if (!rate) return { ok: false, reason: "not-found" }
    if (rate.isArchived === isArchived) return { ok: true }
    change(actor, taxRates, id, isArchived ? { isDefault: false, archivedAt: now() } : { archivedAt: null })
    recordEvent(actor, isArchived ? "tax-rate.archive" : "tax-rate.restore", id, {
      after: { name: rate.name },
    })
    return { ok: true }
  })
}

/** Whether prices include tax or it is added to them, for what is charged from now on. */
export function chooseTaxMode(actor: Actor, isAdded: boolean) {
  changeRule(actor, { taxIsAdded: isAdded }, "school.change-tax-mode", () => ({
    before: { isAdded: addsTax(actor) },
    after: { isAdded },
  }))
}

function setDefault(actor: Actor, id: string | null) {
  change(actor, taxRates, and(eq(taxRates.isDefault, true), id ? ne(taxRates.id, id) : undefined), {
    isDefault: false,
  })
  if (id) change(actor, taxRates, id, { isDefault: true })
}
