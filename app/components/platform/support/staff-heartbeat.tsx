import { useMutation } from "@tanstack/react-query"
import { useEffect } from "react"
import { CallsProvider, callJson } from "~/components/foundation/data/query-client"

const everyMs = 2 * 60_000
const quietMs = 30_000
const activities = ["pointerdown", "keydown", "scroll", "visibilitychange"]

/** Reports presence on load, every two minutes, and on activity at most every 30 s (spec §7). */
export function StaffHeartbeat({ userId }: { userId: string }) {
  return (
    <CallsProvider>
      <Heartbeat userId={userId} />
    </CallsProvider>
  )
}

function Heartbeat({ userId }: { userId: string }) {
  const { mutate } = useMutation({
    mutationFn: () => callJson("/api/support/super-admin/heartbeat", { method: "POST", json: { userId } }),
  })
  useEffect(() => {
    let last = 0
    const beat = () => {
      last = Date.now()
      mutate()
    }
    const onActivity = () => {
      if (document.visibilityState === "visible" && Date.now() - last >= quietMs) beat()
    }
    beat()
    const timer = setInterval(beat, everyMs)
    for (const activity of activities) document.addEventListener(activity, onActivity, { passive: true })
    return () => {
      clearInterval(timer)
      for (const activity of activities) document.removeEventListener(activity, onActivity)
    }
  }, [mutate])
  return null
}
