import { EmptyState } from "~/components/ui/empty-state"

/** For a reader whose sign-in the school has not linked to a student. */
export function NobodyLinked() {
  return <EmptyState>Nobody is linked to your sign-in yet. Ask the school to link your children.</EmptyState>
}
