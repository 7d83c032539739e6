import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { CallsProvider, callJson } from "~/components/data/query-client"
import { SupportDialog } from "./support-dialog"

export type SupportLiveProps = {
  isOpen: boolean
  /** Answers of the staff that nobody has seen. */
  unread: number
  onCount: (count: number) => void
  onClose: () => void
}

export const unreadKey = ["/api/support/unread-count"]

/** What of the support chat needs a script: the count of unread answers, every 30 s, and the dialog. */
export function SupportLive(props: SupportLiveProps) {
  return (
    <CallsProvider>
      <UnreadCount onCount={props.onCount} />
      {props.isOpen ? <SupportDialog {...props} /> : null}
    </CallsProvider>
  )
}

function UnreadCount({ onCount }: Pick<SupportLiveProps, "onCount">) {
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: () => callJson<{ count: number }>("/api/support/unread-count"),
    refetchInterval: 30_000,
  })
  useEffect(() => {
    if (data) onCount(data.count)
  }, [data, onCount])
  return null
}
