import { useEffect, useState } from "react"
import { type FoundGroup, groupOf } from "~/models/overview/search/search"
import { findAmong } from "~/utils/find-among"
import { paths } from "~/utils/paths"

/** A short pause saves a request between two letters. */
const pauseMs = 120

type Answer = { text: string; groups: FoundGroup[]; hasFailed: boolean }
const nothing: FoundGroup[] = []

/**
 * The server's results for a text once typing pauses, and everything there is before anything is typed; until they come the
 * previous results that still match.
 */
export function useSearchResults(text: string): {
  groups: FoundGroup[]
  isLoading: boolean
  hasFailed: boolean
} {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    const asking = new AbortController()
    const timer = setTimeout(
      () =>
        ask(text, asking.signal).then(
          (groups) => setAnswer({ text, groups, hasFailed: false }),
          () => asking.signal.aborted || setAnswer({ text, groups: nothing, hasFailed: true }),
        ),
      text ? pauseMs : 0,
    )
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [text])
  if (!answer) return { groups: nothing, isLoading: true, hasFailed: false }
  const { groups, hasFailed } = answer
  return answer.text === text
    ? { groups, isLoading: false, hasFailed }
    : { groups: text ? matchesText(groups, text) : nothing, isLoading: true, hasFailed }
}

const matchesText = (groups: FoundGroup[], text: string) =>
  groups.flatMap(({ label, found }) =>
    groupOf(
      label,
      findAmong(
        found.map((each) => ({
          ...each,
          also: `${each.detail ?? ""} ${each.where ?? ""}`,
          phone: each.detail,
        })),
        text,
        found.length,
      ),
    ),
  )

async function ask(text: string, signal: AbortSignal): Promise<FoundGroup[]> {
  const answer = await fetch(paths.searchData(text), { signal, headers: { Accept: "application/json" } })
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`)
  return answer.json()
}
