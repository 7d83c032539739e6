import { useRevalidator } from "@remix-run/react"
import { useEffect, useState } from "react"

/**
 * What a page shows of its loader's data. A browser that wasn't handed it reads it from the document, which shows it already
 * (http/only-in-document.ts): a large school's names needn't be sent twice.
 */
export function useSentPart<Part>(part: Part | undefined, read: () => Part | undefined): Part | undefined {
  const { revalidate } = useRevalidator()
  const [sent] = useState(() => (part ? undefined : read()))
  const isMissing = !part && !sent
  // Drawn again without its document, as after an error: it is requested.
  useEffect(() => {
    if (isMissing) revalidate()
  }, [isMissing, revalidate])
  return part ?? sent
}

type Choice = { value: string; label: string }

/** The choices of a select, of which the first option filters nothing. */
export const useSentChoices = (id: string, choices: Choice[] | undefined): Choice[] =>
  useSentPart(choices, () => {
    const select = document.getElementById(id)
    return select instanceof HTMLSelectElement
      ? Array.from(select.options, ({ value, text }) => ({ value, label: text })).slice(1)
      : undefined
  }) ?? []

export type FilterChip = {
  label: string
  query: Record<string, string | undefined>
  count: number | null
  isCurrent: boolean
}

/** The usual filters of a list, which stand before the saved ones. */
export const useSentChips = (chips: FilterChip[] | undefined, saved: number): FilterChip[] =>
  useSentPart(chips, () => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>(`nav[aria-label="Saved filters"] a`)]
    const isShown = links.length > saved
    return isShown ? links.slice(0, links.length - saved).map(chipIn) : undefined
  }) ?? []

const chipIn = (link: HTMLAnchorElement): FilterChip => {
  const count = link.querySelector("span")?.textContent
  return {
    label: link.firstChild?.textContent?.trim() ?? "",
    query: Object.fromEntries(new URLSearchParams(link.search)),
    count: count == null ? null : Number(count.replace(/\D/g, "")),
    isCurrent: link.hasAttribute("aria-current"),
  }
}
