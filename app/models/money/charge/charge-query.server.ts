import { charges } from "db/schema/money"
import { sql } from "drizzle-orm"

/** A charge that stands: not withdrawn. */
export const standing = sql`${charges.withdrawnAt} is null`

/** A charge on an issued invoice or a credit note: the lines of drafts and of voided invoices are released. */
export const onInvoice = sql`${charges.billedLines} > 0`

/** A charge on neither, in the words of the index of such charges. */
export const offInvoice = sql`${charges.billedLines} = 0`

/** A charge that no correction answers: one whose invoice was voided after its lesson was corrected is answered already. */
export const uncorrected = sql`not exists (select 1 from charges k where k.school_id = ${charges.schoolId}
  and k.corrects_charge_id = ${charges.id} and k.withdrawn_at is null)`
