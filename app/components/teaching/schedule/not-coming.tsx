import { Status } from "~/components/ui/status"

/** Whose absence was announced; nothing where everybody is expected. */
export function NotComing({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <Status head="rest" tone="warn">
      Not coming: {names.join(", ")}
    </Status>
  )
}
