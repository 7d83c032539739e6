import { EmptyState } from "~/components/ui/data-table"

/** For an account that is linked to no student. */
export function NotLinked() {
  return (
    <EmptyState>No students are linked to your account yet. Ask the school to link your children.</EmptyState>
  )
}
