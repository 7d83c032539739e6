import { z } from "zod"
import {
  amount,
  chosenKey,
  day,
  exampleAmount,
  neededChoice,
  neededLine,
  wholeNumber,
} from "~/utils/form-text"

export const MaterialForm = z.object({
  name: neededLine("Enter a name, like Method book 1.", 80, "Keep the name under 80 characters."),
  price: amount(() => `Enter an amount, like ${exampleAmount(1_250)}.`, { least: 1 }),
  tax: chosenKey.optional().default("default"),
  stock: wholeNumber(0, 100_000, "Enter how many you have, or leave it blank.").optional(),
})
export type MaterialForm = z.output<typeof MaterialForm>

export const SellMaterialForm = z.object({
  material: neededChoice("Choose a material."),
  quantity: wholeNumber(1, 1000, "Enter a number from 1 to 1,000."),
  /** A student's id, or `family`. */
  holder: neededChoice("Choose who gets it."),
  soldOn: day("Enter a date."),
  formKey: chosenKey,
})
export type SellMaterialForm = z.output<typeof SellMaterialForm>
