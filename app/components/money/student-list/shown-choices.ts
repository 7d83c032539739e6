import { useRevalidator } from "@remix-run/react"
import { useEffect, useState } from "react"
import type { NameChoice } from "~/models/foundation/name-choice/name-offer"

/**
 * The choices of a select. A browser that wasn't handed them takes those which the document already shows
 * (http/only-in-document.ts): a large school's names needn't be sent twice.
 */
export function useShownChoices(id: string, choices: NameChoice[] | undefined): NameChoice[] {
  const { revalidate } = useRevalidator()
  const [sent] = useState(() => (choices ? undefined : choicesIn(document.getElementById(id))))
  const isMissing = !choices && !sent
  // Drawn again without its document, as after an error: they are requested.
  useEffect(() => {
    if (isMissing) revalidate()
  }, [isMissing, revalidate])
  return choices ?? sent ?? []
}

/** The first option, which filters nothing, is none of them. */
const choicesIn = (select: HTMLElement | null): NameChoice[] | undefined =>
  select instanceof HTMLSelectElement
    ? Array.from(select.options, ({ value, textContent }) => ({ value, label: textContent ?? "" })).slice(1)
    : undefined
