import type { Actor } from "~/models/foundation/access/actor"
import { saveMaterial, sellMaterial } from "~/models/money/material/materials.server"
import { addHire } from "~/models/money/rental/rentals.server"

/** A small catalogue, with one book sold and one instrument hired out. */
export function sellMaterials(
  actor: Actor,
  holder: { familyId: string; studentId: string } | undefined,
  soldOn: string,
) {
  if (!holder) throw new Error("There is no one to sell a book to.")
  const book = saveMaterial(actor, { name: "Method book 1", price: 1250, tax: "default", stock: 14 })
  saveMaterial(actor, { name: "Rosin", price: 650, tax: "default", stock: 2 })
  saveMaterial(actor, { name: "Concert ticket", price: 1000, tax: "default" })
  if (!book.ok) throw new Error("The materials are there already.")
  const sold = sellMaterial(actor, { ...holder, materialId: book.id, quantity: 1, soldOn, formKey: "seed" })
  if (!sold.ok) throw new Error(`No book was sold: ${sold.reason}`)
  const hired = addHire(actor, holder.studentId, {
    item: "Violin 3/4",
    serialNumber: "VN-2207",
    price: 2400,
    tax: "default",
    startsOn: soldOn,
    endsOn: null,
    formKey: "seed",
  })
  if (!hired.ok) throw new Error(`No instrument was hired out: ${hired.reason}`)
}
