import type { ShouldRevalidateFunctionArgs } from "@remix-run/react"

/** A refusal shows the page as it is now, too: someone else may have changed it, and its form gets a key of its own again. */
export const alsoWhenRefused = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate || (actionStatus ?? 0) >= 400
