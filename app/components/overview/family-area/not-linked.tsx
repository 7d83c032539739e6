import { EmptyState } from "~/components/ui/empty-state"

/** For a sign-in that is linked to nobody. */
export function NotLinked() {
  return <EmptyState>Nobody is linked to your sign-in yet. Ask the school to link your children.</EmptyState>
}
