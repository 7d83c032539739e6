import { useEffect, useState } from "react"
import { type FoundGroup, groupOf } from "~/models/overview/search/search"
import { findAmong } from "~/utils/find-among"
import { paths } from "~/utils/paths"

/** A short pause saves a request between two letters. */
const pauseMs = 120

type Answer = { text: string; groups: FoundGroup[]; hasFailed: boolean }
const nothing: FoundGroup[] = []

/** The server's results for a text once typing pauses; until then the previous results that still match it. */
export function useSearchResults(text: string): {
  groups: FoundGroup[]
  isLoading: boolean
  hasFailed: boolean
} {
  const [answer, setAnswer] = useState<Answer>({ text: "", groups: nothing, hasFailed: false })
  useEffect(() => {
    if (!text) return
    const asking = new AbortController()
    const timer = setTimeout(
      () =>
        ask(text, asking.signal).then(
          (groups) => setAnswer({ text, groups, hasFailed: false }),
          () => asking.signal.aborted || setAnswer({ text, groups: nothing, hasFailed: true }),
        ),
      pauseMs,
    )
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [text])
  if (!text) return { groups: nothing, isLoading: false, hasFailed: false }
  const isLoading = answer.text !== text
  return {
    groups: isLoading ? matchesText(answer.groups, text) : answer.groups,
    isLoading,
    hasFailed: answer.hasFailed,
  }
}

const matchesText = (groups: FoundGroup[], text: string) =>
  groups.flatMap(({ label, found }) =>
    groupOf(
      label,
      findAmong(
        found.map((each) => ({ ...each, also: each.detail ?? "", phone: each.detail })),
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
