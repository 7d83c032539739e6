import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { CallsProvider, callJson } from "~/components/foundation/data/query-client"

/** The answer of `GET /api/subscription/limits/{schoolId}`. */
export type Limits = {
  usage: { teachers: number; students: number }
  limits: { teachers: number | "unlimited"; students: number | "unlimited" }
  isActive: boolean
}

type UsageLiveProps = { schoolId: string; onLimits: (limits: Limits) => void }

/** Asks every 30 s how much of the plan is taken (spec §9); loaded when the first asking is due. */
export function UsageLive(props: UsageLiveProps) {
  return (
    <CallsProvider>
      <Asking {...props} />
    </CallsProvider>
  )
}

function Asking({ schoolId, onLimits }: UsageLiveProps) {
  const path = `/api/subscription/limits/${schoolId}`
  const { data } = useQuery({
    queryKey: [path],
    queryFn: () => callJson<Limits>(path),
    refetchInterval: 30_000,
  })
  useEffect(() => {
    if (data) onLimits(data)
  }, [data, onLimits])
  return null
}
