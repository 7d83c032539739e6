import { Status } from "~/components/ui/status"

/** Students with an absence notice; renders nothing when everyone is expected. */
export function NotComing({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <Status head="rest" tone="warn">
      {`Not coming: ${names.join(", ")}`}
    </Status>
  )
}
