import type { findSchoolSettings } from "./school-settings.server"

// A school's profile and rules. Pure.

export type SchoolSettings = ReturnType<typeof findSchoolSettings>

/** The parts of the settings page; each is a form of its own. */
export const settingsParts = [
  "identity",
  "logo",
  "remove-logo",
  "region",
  "formats",
  "opening",
  "sites",
  "room-buffers",
  "invoicing",
  "e-invoices",
  "policies",
  "teachers",
  "reminders",
  "attendance",
  "stripe",
  "texts",
  "test-text",
  "payee",
  "bank",
] as const
export type SettingsPart = (typeof settingsParts)[number]
