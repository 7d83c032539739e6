import { Callout } from "~/components/ui/callout"

/** The renewal that failed last: amber while the school’s access depends on it, plain once it is settled. */
export function FailedRenewal({
  renewal,
}: {
  renewal: { isOpen: boolean; what: string; next: string } | null
}) {
  if (!renewal) return null
  return (
    <Callout tone={renewal.isOpen ? "amber" : "ink"}>
      <p>
        <strong>{renewal.what}</strong> {renewal.next}
      </p>
    </Callout>
  )
}
