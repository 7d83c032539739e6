import { charges, invoiceLines } from "db/schema/money"
import { creditNoteLines } from "db/schema/money-corrections"
import { sql } from "drizzle-orm"

/** A charge that stands: not withdrawn. */
export const standing = sql`${charges.withdrawnAt} is null`

/** A charge on an issued invoice or a credit note: the lines of drafts and of voided invoices are released. */
export const onInvoice = sql`(exists (select 1 from ${invoiceLines} where ${invoiceLines.schoolId} = ${charges.schoolId}
  and ${invoiceLines.chargeId} = ${charges.id} and ${invoiceLines.releasedAt} is null)
  or exists (select 1 from ${creditNoteLines} where ${creditNoteLines.schoolId} = ${charges.schoolId}
  and ${creditNoteLines.chargeId} = ${charges.id}))`
