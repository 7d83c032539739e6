import { classKinds } from "db/schema/choices"
import { z } from "zod"
import { amount, chosenKey, day, neededChoice, neededLine, wholeNumber } from "~/utils/form-text"
import { plainAmount } from "~/utils/money"
import { pageIn } from "~/utils/page-number"
import { packageBeyonds, packageFilters, packageRests } from "./package"

const example = () => `Enter an amount, like ${plainAmount(36_000)}.`

const ticked = z
  .literal("on")
  .optional()
  .catch(undefined)
  .transform((answer) => answer === "on")

export const PackageOfferForm = z.object({
  name: neededLine("Enter a name, like 10 lessons.", 60, "Keep the name under 60 characters."),
  lessons: wholeNumber(1, 500, "Enter a number of lessons from 1 to 500."),
  price: amount(example),
  validDays: wholeNumber(1, 3650, "Enter a number of days from 1 to 3,650, or leave it blank.").optional(),
  classKind: z.enum(classKinds).optional(),
  tax: chosenKey.optional(),
  restRule: z.enum(packageRests, { error: "Choose what happens to unused lessons." }),
  isForFamilies: ticked,
})
export type PackageOfferForm = z.output<typeof PackageOfferForm>

export const PackageBeyondForm = z.object({
  beyond: z.enum(packageBeyonds, { error: "Choose what happens without a package." }),
})

export const SellPackageForm = z.object({
  offer: neededChoice("Choose a package."),
  /** A student's id, or `family` for all children of the family. */
  holder: neededChoice("Choose who uses it."),
  soldOn: day("Enter a date."),
  takesCharged: ticked,
  formKey: chosenKey,
})
export type SellPackageForm = z.output<typeof SellPackageForm>

export const EndPackageForm = z.object({
  reason: neededLine("Enter a reason.", 200, "Keep the reason under 200 characters."),
})

export const PackageQuery = z.object({
  state: z.enum(packageFilters).optional().catch(undefined),
  search: z.string().max(100).optional().catch(undefined),
  page: z.unknown().optional().transform(pageIn),
})
