import type { ShouldRevalidateFunction, ShouldRevalidateFunctionArgs } from "@remix-run/react"

// When a layout's loader runs again while its pages change. A page that says nothing here is asked each time.

/** Whether the step only leads to another address, or to the same one with another search: no form, nothing to refresh. */
const isPlainStep = ({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  (formMethod === undefined || formMethod === "GET") && currentUrl.href !== nextUrl.href

/** A record's frame: after a form, and when it is another record. */
export const whenRecordChanges =
  (parameter: string): ShouldRevalidateFunction =>
  (step) =>
    step.currentParams[parameter] !== step.nextParams[parameter] ||
    (!isPlainStep(step) && step.defaultShouldRevalidate)

/** An area's frame: after a form. */
export const afterForms: ShouldRevalidateFunction = (step) =>
  !isPlainStep(step) && step.defaultShouldRevalidate
