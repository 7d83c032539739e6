import { z } from "zod"
import { amount, chosenKey, day } from "~/utils/form-text"

// What a family owed, or had in its favor, when the school moved its books here. Safe in the browser.

/** Minor units: what is due is positive, account credit below zero. */
export type OpeningBalance = { amountMinor: number; asOf: string; isClosed: boolean }

export const openingKinds = ["due", "credit"] as const

/** What the form says beside its fields. */
type Says = { kind: string; amount: () => string; date: string }

export const openingForm = (says: Says) =>
  z.object({
    openingKind: z.enum(openingKinds, { error: says.kind }),
    openingAmount: amount(says.amount, { least: 1 }),
    asOf: day(says.date),
    formKey: chosenKey.optional(),
  })
