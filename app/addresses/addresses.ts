import { registration, signIn } from "./accounts"
import type { Address, Call } from "./address"
import { webhooks } from "./api"
import { messaging, photos, supportImages } from "./messages"
import { billing } from "./money"
import {
  analytics,
  analyticsPages,
  dashboard,
  search,
  searchData,
  selections,
  support,
  tasks,
} from "./overview"
import { family, teacherArea } from "./own"
import { families, familyRecord, people, studentRecord } from "./people"
import { platform } from "./platform"
import { offline, settings } from "./settings"
import { classRecord, learning, overSchedule, registers, schedule, teacherRecord, teaching } from "./teaching"
import { enroll, feeds, help, payByLink, publicSite, unsubscribing } from "./visitors"

/** Every address that a link or a form may name. */
export const addresses = {
  ...publicSite,
  ...enroll,
  ...help,
  ...unsubscribing,
  ...payByLink,
  ...feeds,
  ...signIn,
  ...registration,
  ...dashboard,
  ...analyticsPages,
  ...analytics,
  ...tasks,
  ...selections,
  ...support,
  ...search,
  ...searchData,
  ...people,
  ...studentRecord,
  ...families,
  ...familyRecord,
  ...teaching,
  ...teacherRecord,
  ...classRecord,
  ...schedule,
  ...overSchedule,
  ...registers,
  ...learning,
  ...billing,
  ...messaging,
  ...photos,
  ...supportImages,
  ...settings,
  ...offline,
  ...teacherArea,
  ...family,
  ...platform,
  ...webhooks,
}

/** Those of pages and files, without calls of the API. */
export const screens: readonly Address[] = Object.values<Address | Call>(addresses).flatMap((address) =>
  "opens" in address ? [address] : [],
)
