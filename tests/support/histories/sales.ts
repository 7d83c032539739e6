import { charges } from "db/schema/money"
import { packages } from "db/schema/money-packages"
import { and, eq, inArray, isNull } from "drizzle-orm"
import { expect } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { agreeAmount, restoreUsual, waivePackage } from "~/models/money/agreed-amount/agree-amount.server"
import { saveMaterial, sellMaterial } from "~/models/money/material/materials.server"
import { endExpiredPackages, endPackage } from "~/models/money/package/end-package.server"
import { settleRest } from "~/models/money/package/package-rest.server"
import { addPackageOffer, sellPackage } from "~/models/money/package/sell-package.server"
import { addHire, endHire, listFamilyHires } from "~/models/money/rental/rentals.server"
import { rowsOf } from "../school"
import { type Answer, pick, type Step } from "./step"

// What a family buys or hires.

export const saleVerbs = [
  "sell-material",
  "sell-package",
  "end-package",
  "expire-packages",
  "agree",
  "usual",
  "waive-package",
  "hire",
  "end-hire",
] as const

let references = 0

/** One act with what the family buys or hires. */
export function sellInHistory(
  actor: Actor,
  { familyId, studentIds }: { familyId: string; studentIds: string[] },
  step: Step,
): Answer {
  const { verb, which, amountMinor } = step
  references += 1
  const studentId = studentIds[which % studentIds.length] ?? ""
  const once = { familyId, soldOn: "2026-11-18", formKey: `sale-${references}` }
  switch (verb) {
    case "sell-material": {
      const saved = saveMaterial(actor, {
        name: `Book ${references}`,
        price: amountMinor,
        tax: "default",
        stock: 2,
      })
      if (!saved.ok) return saved
      return sellMaterial(actor, { ...once, materialId: saved.id, quantity: 1 + (which % 3), studentId })
    }
    case "sell-package": {
      const restRule = (["forfeit", "credit", "account"] as const)[which % 3] ?? "credit"
      const offer = { name: `Lessons ${references}`, lessons: 1 + (which % 3), price: amountMinor, restRule }
      const validDays = amountMinor % 3 === 0 ? 1 + which : undefined
      const added = addPackageOffer(actor, { ...offer, validDays })
      if (!added.ok) return added
      const holder = amountMinor % 2 ? studentId : null
      const takesCharged = which > 2
      return sellPackage(actor, { ...once, offerId: added.id, studentId: holder, takesCharged })
    }
    case "end-package": {
      const bought = rowsOf(packages, { familyId })
      return endPackage(actor, pick(bought, which)?.id ?? "", "Leaving")
    }
    case "expire-packages":
      return { ok: endExpiredPackages(actor) > 0 }
    case "agree":
      return agreeAmount(actor, chargeOf(actor, which), { amountMinor, reason: "Agreed" })
    case "usual":
      return restoreUsual(actor, chargeOf(actor, which), "Agreed no more")
    case "waive-package":
      return waivePackage(actor, chargeOf(actor, which), "A gift")
    case "hire": {
      const form = { item: "Violin 3/4", serialNumber: null, price: amountMinor, tax: "default" }
      const days = { startsOn: which > 3 ? "2026-10-05" : "2026-11-09", endsOn: null }
      return addHire(actor, studentId, { ...form, ...days, formKey: `hire-${references}` })
    }
    case "end-hire": {
      const hired = listFamilyHires(actor, familyId)
      return endHire(actor, pick(hired, which)?.id ?? "", `2026-11-${10 + which}`)
    }
    default:
      return undefined
  }
}

/** The charge of a lesson or a package that stands. */
const chargeOf = (actor: Actor, which: number): string =>
  pick(
    rowsOf(
      charges,
      and(
        eq(charges.schoolId, actor.school.id),
        inArray(charges.source, ["seat", "package"]),
        isNull(charges.withdrawnAt),
      ),
      { only: ["id"] },
    ),
    which,
  )?.id ?? ""

/** What an ended package gave back for the lessons left is what it owes for them: settled again, nothing changes. */
export function checkRests(actor: Actor) {
  const ended = rowsOf(packages, { schoolId: actor.school.id })
  for (const { id, endedAt } of ended) if (endedAt !== null) expect(settleRest(actor, id).amountMinor).toBe(0)
}
