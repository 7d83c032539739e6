import { db } from "db/client.server"
import { packages } from "db/schema/money-packages"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addHire, endHire, listFamilyHires } from "~/models/money/hire/hires.server"
import { saveMaterial } from "~/models/money/material/materials.server"
import { sellMaterial } from "~/models/money/material/sell-material.server"
import { endPackage } from "~/models/money/package/end-package.server"
import { addPackageOffer } from "~/models/money/package/package-offers.server"
import { sellPackage } from "~/models/money/package/sell-package.server"
import { type Answer, pick, type Step } from "./step"

// What a family buys or hires.

export const saleVerbs = ["sell-material", "sell-package", "end-package", "hire", "end-hire"] as const

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
      const added = addPackageOffer(actor, offer)
      return added.ok ? sellPackage(actor, { ...once, offerId: added.id, studentId }) : added
    }
    case "end-package": {
      const bought = db().select().from(packages).where(eq(packages.familyId, familyId)).all()
      return endPackage(actor, pick(bought, which)?.id ?? "", "Leaving")
    }
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
