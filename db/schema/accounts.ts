import { sql } from "drizzle-orm"
import { check, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { flag, instant } from "./columns"

// Who logs in, and how they prove it.

/** A person who logs in. Knows nothing of schools. Email and username are stored folded. */
export const users = sqliteTable(
  "users",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    email: text("email"),
    username: text("username"),
    /** Their own number, which the offices of their schools see; families have theirs in the school's records. */
    phone: text("phone"),
    /** Where they are, when that isn't their school's zone: lessons show their time beside the school's. */
    timeZone: text("time_zone"),
    passwordHash: text("password_hash"),
    isSuperAdmin: flag("is_super_admin").notNull().default(false),
    /** Of platform staff: their roles, separated by commas. The command line makes accounts with all of them. */
    staffRoles: text("staff_roles").notNull().default("support,money,operations"),
    /** The password is one the school printed: the person chooses their own before anything else. */
    mustChangePassword: flag("must_change_password").notNull().default(false),
    /** When the mailbox behind the email was first reached: by a reset, an invitation or a confirmation. Null: never. */
    emailProvenAt: instant("email_proven_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("users_email").on(t.email),
    uniqueIndex("users_username").on(t.username),
    check("users_reachable", sql`${t.email} is not null or ${t.username} is not null`),
    check("users_folded", sql`${t.email} = lower(${t.email})`),
  ],
)

/**
 * The person's second factor: an authenticator app's secret, sealed with the server's key. It counts from `confirmedAt`
 * on; `lastStep` is the newest 30-second step whose code was used, so that no code opens twice.
 */
export const secondFactors = sqliteTable("second_factors", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  sealedSecret: text("sealed_secret").notNull(),
  confirmedAt: instant("confirmed_at"),
  lastStep: integer("last_step").notNull().default(0),
  createdAt: instant("created_at").notNull(),
})

/** A code to log in with once when the authenticator app is lost. Only its hash is kept. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeHash: text("code_hash").notNull(),
    usedAt: instant("used_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [uniqueIndex("recovery_codes_code").on(t.userId, t.codeHash)],
)
