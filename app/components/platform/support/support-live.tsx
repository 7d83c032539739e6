import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { CallsProvider, callJson } from "~/components/foundation/data/query-client"
import { SupportDialog, type SupportLiveProps, unreadKey } from "./support-dialog"

const everyMs = 30_000

/** The part of the support chat that needs a script: unread answers and staff presence every 30 s, and the dialog. */
export function SupportLive(props: SupportLiveProps) {
  return (
    <CallsProvider>
      <Asking {...props} />
    </CallsProvider>
  )
}

function Asking(props: SupportLiveProps) {
  useUnreadCount(props.onCount)
  const presence = useQuery({
    queryKey: ["/api/support/super-admin/status"],
    queryFn: () => callJson<{ isOnline: boolean }>("/api/support/super-admin/status"),
    refetchInterval: everyMs,
  })
  return props.isOpen ? <SupportDialog {...props} isStaffOnline={presence.data?.isOnline} /> : null
}

function useUnreadCount(onCount: SupportLiveProps["onCount"]) {
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: () => callJson<{ count: number }>("/api/support/unread-count"),
    refetchInterval: everyMs,
  })
  useEffect(() => {
    if (data) onCount(data.count)
  }, [data, onCount])
}
