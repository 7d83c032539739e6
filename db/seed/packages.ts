import type { Actor } from "~/models/foundation/access/actor"
import { addPackageOffer, sellPackage } from "~/models/money/package/sell-package.server"

/** Ten lessons for the price of nine, and five to try, which families buy themselves: the first is sold to a student. */
export function sellTenLessons(
  actor: Actor,
  holder: { familyId: string; studentId: string } | undefined,
  soldOn: string,
  priceMinor: number,
) {
  const ten = addPackageOffer(actor, {
    name: "10 lessons",
    lessons: 10,
    price: priceMinor,
    validDays: 180,
    restRule: "credit",
  })
  addPackageOffer(actor, {
    name: "5 lessons",
    lessons: 5,
    price: Math.round(priceMinor * 0.55),
    validDays: 90,
    restRule: "forfeit",
    isForFamilies: true,
  })
  if (!holder) throw new Error("There is no one to sell a package to.")
  if (!ten.ok) throw new Error("The packages are there already.")
  const { familyId, studentId } = holder
  const sold = sellPackage(actor, { offerId: ten.id, familyId, studentId, soldOn, formKey: "seed" })
  if (!sold.ok) throw new Error(`No package was sold: ${sold.reason}`)
}
