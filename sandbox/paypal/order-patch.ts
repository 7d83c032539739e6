import { z } from "zod"
import type { State } from "../state"
import { readBody, refused } from "./errors"
import { checkMoney } from "./money"
import { type Order, Payee, PurchaseUnitBody } from "./order"

export const PatchBody = z.array(
  z.object({
    op: z.enum(["add", "remove", "replace", "move", "copy", "test"]),
    path: z.string(),
    value: z.unknown(),
  }),
)

const patchable = {
  amount: PurchaseUnitBody.shape.amount,
  payee: Payee,
  description: PurchaseUnitBody.shape.description,
  custom_id: PurchaseUnitBody.shape.custom_id,
  invoice_id: PurchaseUnitBody.shape.invoice_id,
}

/** Replaces amount, payee, description, custom_id or invoice_id of an order that has not been paid. */
export function patchOrder(state: State, order: Order, patches: z.infer<typeof PatchBody>) {
  if (order.status === "COMPLETED") {
    throw refused("ORDER_ALREADY_COMPLETED", "The order cannot be patched after it is completed.")
  }
  const unit = { ...order.unit }
  for (const { op, path, value } of patches) {
    const [, reference, name = ""] = /^\/purchase_units\/@reference_id=='(.*)'\/(\w+)$/.exec(path) ?? []
    if (reference !== undefined && reference !== unit.reference_id) {
      throw refused(
        "REFERENCE_ID_NOT_FOUND",
        "Filter expression value is incorrect. Please check the value of the reference_id and try again.",
        path,
      )
    }
    if (!isPatchable(name) || (op !== "add" && op !== "replace")) {
      throw refused("NOT_PATCHABLE", "Cannot be patched.", path)
    }
    Object.assign(unit, { [name]: readBody<unknown>(patchable[name], value) })
    if (name === "amount") checkMoney(unit.amount, path)
  }
  state.orders.save({ ...order, unit, updateTime: state.clock.stamp() })
}

function isPatchable(name: string): name is keyof typeof patchable {
  return Object.hasOwn(patchable, name)
}
