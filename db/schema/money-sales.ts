import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { refersTo } from "./column-rules"
import { instant, schoolTable } from "./columns"
import { charges } from "./money"
import { materials } from "./money-goods"
import { members } from "./people"

/** A material that was sold, with the charge for it. Waived or credited in full, it is back in stock, once. */
export const materialSales = schoolTable(
  "material_sales",
  {
    materialId: refersTo("material_id", () => materials).notNull(),
    chargeId: refersTo("charge_id", () => charges).notNull(),
    quantity: integer("quantity").notNull(),
    soldBy: refersTo("sold_by", () => members),
    /** The form it was sold with; the same form sells once. */
    formKey: text("form_key").notNull(),
    returnedAt: instant("returned_at"),
  },
  (t) => [
    uniqueIndex("material_sales_once").on(t.schoolId, t.formKey),
    uniqueIndex("material_sales_charge").on(t.schoolId, t.chargeId),
    index("material_sales_by_material").on(t.schoolId, t.materialId, t.createdAt),
    check("material_sales_quantity", sql`${t.quantity} between 1 and 1000`),
  ],
)
