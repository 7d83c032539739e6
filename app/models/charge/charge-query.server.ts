import { charges, invoiceLines, invoices } from "db/schema/money"
import { sql } from "drizzle-orm"

/** A charge that stands: not withdrawn. */
export const standing = sql`${charges.withdrawnAt} is null`

/** A charge on a line of a draft or issued invoice; a line of a voided one is released. */
export const onInvoice = sql`exists (select 1 from ${invoiceLines} where ${invoiceLines.schoolId} = ${charges.schoolId}
  and ${invoiceLines.chargeId} = ${charges.id} and ${invoiceLines.releasedAt} is null)`

/** A charge on an issued invoice: frozen, so it can only be answered. */
export const onIssuedInvoice = sql<number>`exists (select 1 from ${invoiceLines}
  join ${invoices} on ${invoices.schoolId} = ${invoiceLines.schoolId} and ${invoices.id} = ${invoiceLines.invoiceId}
  where ${invoiceLines.schoolId} = ${charges.schoolId} and ${invoiceLines.chargeId} = ${charges.id}
  and ${invoiceLines.releasedAt} is null and ${invoices.state} = 'issued')`
