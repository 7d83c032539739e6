import { sql } from "drizzle-orm"
import { check, index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { users } from "./accounts"
import { refers } from "./column-rules"
import { flag, instant } from "./columns"
import { members } from "./people"

/** One authenticated browser. Only the hash of its token is kept. */
export const signIns = sqliteTable(
  "sign_ins",
  {
    id: text("id").primaryKey(),
    tokenHash: text("token_hash").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    schoolId: text("school_id"),
    memberId: text("member_id"),
    remembered: flag("remembered").notNull(),
    userAgent: text("user_agent"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [
    refers(t, t.memberId, members),
    uniqueIndex("sign_ins_token").on(t.tokenHash),
    index("sign_ins_by_user").on(t.userId),
    index("sign_ins_by_member").on(t.schoolId, t.memberId),
    index("sign_ins_by_expiry").on(t.expiresAt),
    check("sign_ins_member_whole", sql`(${t.schoolId} is null) = (${t.memberId} is null)`),
  ],
)
