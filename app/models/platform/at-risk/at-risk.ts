import { platformProvider } from "~/utils/payment-providers"

// What staff read of schools that may leave; safe in the browser.

/** What happens next to a school whose payment failed; `nextTryOn`, `remindedOn` and `openUntil` are formatted days. */
export function nextStep({
  nextTryOn,
  isReminded,
  openUntil,
}: {
  nextTryOn: string | null
  isReminded: boolean
  openUntil: string
}): string {
  const steps = [
    nextTryOn
      ? `${platformProvider} tries again on ${nextTryOn}`
      : `${platformProvider} won’t try again automatically`,
    isReminded ? undefined : "we email a reminder 3 days before the end",
    `access ends on ${openUntil}`,
  ].filter((step) => step !== undefined)
  return `${steps.join("; ")}.`
}
