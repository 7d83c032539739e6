import { useFetcher } from "@remix-run/react"
import { type FormEvent, useEffect, useRef } from "react"
import { paths } from "~/utils/paths"

type Shown = Record<string, string>

/**
 * A form whose zone, currency and formats follow its country at once. What was changed by hand stays. Without scripts the
 * answer to the form does the same.
 */
export function useFollowedCountry(formId: string, first: Shown) {
  const fetcher = useFetcher<{ place: Shown }>()
  const before = useRef(first)
  const place = fetcher.data?.place
  useEffect(() => {
    const form = document.getElementById(formId)
    if (!place || !(form instanceof HTMLFormElement)) return
    for (const [name, value] of Object.entries(place)) {
      const field = form.elements.namedItem(name)
      if (!(field instanceof HTMLSelectElement || field instanceof HTMLInputElement)) continue
      if (field.value === before.current[name]) field.value = value
    }
    before.current = place
  }, [formId, place])
  const follow = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLSelectElement && target.name === "country")
      fetcher.load(paths.welcome({ country: target.value }))
  }
  return { follow, followed: place?.shownFor }
}
