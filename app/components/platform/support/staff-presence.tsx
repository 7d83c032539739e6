import { type ComponentType, useEffect, useState } from "react"

/** Lets the platform's staff be seen as present while a page of theirs is open; loaded behind the page. */
export function StaffPresence({ userId }: { userId: string }) {
  const [Heartbeat, setHeartbeat] = useState<ComponentType<{ userId: string }>>()
  useEffect(() => {
    import("./staff-heartbeat").then(
      (loaded) => setHeartbeat(() => loaded.StaffHeartbeat),
      () => undefined,
    )
  }, [])
  return Heartbeat ? <Heartbeat userId={userId} /> : null
}
