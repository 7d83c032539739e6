import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { packageOffers } from "db/schema/money-packages"
import { asc, eq, sql } from "drizzle-orm"
import { defaultTax } from "~/models/accounts/tax/tax"
import { readChosenTax } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { add, change, select } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { changeRule } from "~/models/foundation/audit/change-rule.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import type { PackageBeyond, PackageOffer } from "./package"
import type { PackageOfferForm } from "./package-forms"

// The packages a school sells. What was sold keeps what it was sold with, so an offer is never edited: it is archived and
// another one added.

/** Every offer by name, archived ones last. */
export const listPackageOffers = (actor: Actor): PackageOffer[] =>
  select({
    ...columns(packageOffers, "id", "name", "classKind", "lessons", "priceMinor"),
    ...columns(packageOffers, "validDays", "restRule", "taxRateId", "isTaxFree", "isForFamilies"),
    isArchived: sql<number>`${packageOffers.archivedAt} is not null`.mapWith(Boolean),
  })
    .from(packageOffers)
    .where(own(actor, packageOffers))
    .orderBy(sql`${packageOffers.archivedAt} is not null`, asc(packageOffers.name))
    .all()

/** Adds an offer. Refuses a name that is in use, in any capitalization, and one for families without a price. */
export function addPackageOffer(
  actor: Actor,
  form: Omit<PackageOfferForm, "isForFamilies"> & { isForFamilies?: boolean },
): Result<{ id: string }, "name-taken" | "tax-unknown" | "free"> {
  return transact(() => {
    const isTaken = listPackageOffers(actor).some(
      ({ name }) => name.toLowerCase() === form.name.toLowerCase(),
    )
    if (isTaken) return { ok: false, reason: "name-taken" }
    if (form.isForFamilies && form.price === 0) return { ok: false, reason: "free" }
    const row = newRow(actor)
    const { price, validDays, classKind, tax: choice = defaultTax, ...facts } = form
    const tax = readChosenTax(actor, choice)
    if (!tax) return { ok: false, reason: "tax-unknown" }
    const offer = {
      ...facts,
      ...tax,
      priceMinor: price,
      validDays: validDays ?? null,
      classKind: classKind ?? null,
    }
    add(actor, packageOffers, { ...row, ...offer })
    recordEvent(actor, { verb: "add", noun: "package-offer", nounId: row.id, after: offer })
    return { ok: true, id: row.id }
  })
}

/** Stops selling a package, or sells it again. Packages already sold go on. */
export function archivePackageOffer(
  actor: Actor,
  id: string,
  isArchived: boolean,
): Result<{ name: string }, "not-found"> {
  return transact(() => {
    const offer = listPackageOffers(actor).find((each) => each.id === id)
    if (!offer) return { ok: false, reason: "not-found" }
    if (offer.isArchived !== isArchived) {
      change(actor, packageOffers, id, { archivedAt: isArchived ? now() : null })
      recordEvent(actor, {
        verb: isArchived ? "archive" : "restore",
        noun: "package-offer",
        nounId: id,
        after: { name: offer.name },
      })
    }
    return { ok: true, name: offer.name }
  })
}

/** Lets families buy a package in their portal, or lets them no longer. Refuses one without a price or that is archived. */
export function letFamiliesBuy(
  actor: Actor,
  id: string,
  isForFamilies: boolean,
): Result<{ name: string }, "not-found" | "free" | "archived"> {
  return transact(() => {
    const offer = listPackageOffers(actor).find((each) => each.id === id)
    if (!offer) return { ok: false, reason: "not-found" }
    if (offer.isForFamilies === isForFamilies) return { ok: true, name: offer.name }
    if (isForFamilies && offer.isArchived) return { ok: false, reason: "archived" }
    if (isForFamilies && offer.priceMinor === 0) return { ok: false, reason: "free" }
    change(actor, packageOffers, id, { isForFamilies })
    recordEvent(actor, {
      verb: isForFamilies ? "offer-to-families" : "hide-from-families",
      noun: "package-offer",
      nounId: id,
      after: { name: offer.name },
    })
    return { ok: true, name: offer.name }
  })
}

/** What becomes of a lesson that no package covers. */
export function findPackageBeyond(actor: Actor): PackageBeyond {
  const school = select({ packageBeyond: schools.packageBeyond })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  return school?.packageBeyond ?? "charge"
}

/** Changes it for attendance taken from now on. */
export function choosePackageBeyond(actor: Actor, beyond: PackageBeyond) {
  changeRule(actor, { packageBeyond: beyond }, () => ({
    ...{ verb: "change-packages", noun: "school", nounId: actor.school.id },
    ...{ before: { beyond: findPackageBeyond(actor) }, after: { beyond } },
  }))
}
