import type { Permission } from "~/models/foundation/access/permissions"
import { intentOf } from "~/utils/intent"

const payingIntents: readonly unknown[] = ["pay", "anyway", "apply-credit", "enter-opening", "remove-opening"]

/** What a form of an invoice or a family needs: money that comes in is another right than what is billed. */
export const rightForMoney = (form: FormData): Permission =>
  payingIntents.includes(intentOf(form)) ? "payment:record" : "invoice:issue"
