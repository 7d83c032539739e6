import type { Payer } from "../payer/payer"

/** Where a payer's invoice goes: the family's address is its guardians', too, but not that of someone else who pays. */
export const addressOf = (
  { address, isOutside }: Pick<Payer, "address" | "isOutside">,
  familyAddress: string | null,
): string | null => address ?? (isOutside ? null : familyAddress)
