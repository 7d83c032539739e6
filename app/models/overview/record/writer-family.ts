/** The family of a guardian whom the office writes with. */
export type WriterFamily = {
  familyId: string
  name: string
  phone: string | null
  children: { id: string; firstName: string }[]
  /** As text; null for who doesn't see what families owe, and for nothing owed. */
  balance: string | null
}
