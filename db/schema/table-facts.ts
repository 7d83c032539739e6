import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import type * as tables from "./tables"

// What happens to each table when a school is exported, a person erased, two merged, and a demo copied. A table that says
// nothing here doesn't compile, nor does one with a column that names a person or holds a secret and is left out. Tests of
// the merge compare it with the keys of the database, whatever their columns are called.

type Tables = typeof tables
export type TableKey = { [K in keyof Tables]: Tables[K] extends SQLiteTable ? K : never }[keyof Tables]
type ColumnOf<K extends TableKey> = Tables[K] extends { $inferSelect: infer Row } ? keyof Row & string : never

type PersonColumn<K extends TableKey> = Extract<
  ColumnOf<K>,
  | `${string}${"tudent" | "uardian" | "eacher" | "utsidePayer" | "amily"}Id`
  | ("substituteId" | "memberId" | "subjectId" | "mergedInto")
>
type SecretWord = "hash" | "secret" | "token" | "sealed"
type Secret = SecretWord | Capitalize<SecretWord>
type SecretColumn<K extends TableKey> = Extract<ColumnOf<K>, `${string}${Secret}${string}`>

/** A rule of its own, by the name of its function in overview/erasure, overview/person-merge or money/family-merge. */
type Special = { by: string }

/** What a column says once the person is erased: `ifSet` replaces a text, `nowUnlessSet` ends what is still valid. */
export type ErasedValue = string | null | { erasedName: true } | { ifSet: string } | { nowUnlessSet: true }

export type PersonFacts<Column extends string = string> = {
  /** Whom the column names, where its own name doesn't say so. */
  of?: "student" | "teacher"
  /** Only rows that say so. */
  only?: { [C in Column]?: string | boolean }
  /** `keep` is for what money, pay, attendance and lessons are made of: it says nothing of the person but their ID. */
  erase: "delete" | "keep" | { set: { [C in Column]?: ErasedValue } } | Special
  /**
   * `stay` is for what keeps its author. Of two rows that say the same in the columns of `onceBy`, that of the record that
   * stays is kept; `joins` adds the other one's text to it. Only rows that say what `standing` says count.
   */
  merge:
    | "move"
    | "stay"
    | { onceBy: readonly Column[]; joins?: Column; standing?: { [C in Column]?: readonly string[] } }
    | Special
  /** How many of them are moved, on the comparison before a merge. */
  label?: readonly [one: string, many: string]
}

/** What a demo's copy of a school has of a table. */
export type DemoFacts<Column extends string = string> =
  | {
      isCopied: true
      /** Written in SQL: a provider's reference and a file exist once, and triggers add up marks, lines and payments again. */
      instead?: { [C in Column]?: "0" | "null" }
      /** Columns that are empty while a task is at work, which the copy does without. */
      orElse?: { [C in Column]?: Column }
      /** Rows that hold a file are left out, and so are those that refer to them. */
      withoutFiles?: true
      /** These are copied right before it, in the same step; references are looked at when it ends. */
      behind?: readonly TableKey[]
    }
  | { isCopied: false }

type Facts<Column extends string, Person extends string, SecretName extends string> = {
  /** In the file with all of a school's data. */
  isExported: boolean
  demo: DemoFacts<Column>
} & Needed<"people", Person, Column, PersonFacts<Column> | readonly PersonFacts<Column>[]> &
  Needed<"notExported", SecretName, SecretName, true>

/** The columns in `Must` have to be there. */
type Needed<Key extends string, Must extends string, Column extends string, Value> = [Must] extends [never]
  ? { [K in Key]?: { [C in Column]?: Value } }
  : { [K in Key]: { [C in Must]: Value } & { [C in Column]?: Value } }

/** What each table says, for code that goes through all of them. */
export type AnyFacts = {
  isExported: boolean
  demo: DemoFacts
  people?: Readonly<Record<string, PersonFacts | readonly PersonFacts[]>>
  notExported?: Readonly<Record<string, true>>
}

const copied = { isCopied: true } as const
const school = { isExported: true, demo: copied } as const
/** Logins and links of people, dealings with providers, work under way, and who did what to whom. */
const notInDemo = { isExported: true, demo: { isCopied: false } } as const
/** The platform's own, and what only serves a school's work. */
const beside = { isExported: false, demo: { isCopied: false } } as const

/** What someone did or wrote with their login. */
const wrote = { erase: "keep", merge: "stay" } as const
/** What two families have is joined by rules of money; of an erased one no more is left than its ID. */
const moveAccount = { erase: "keep", merge: { by: "moveAccount" } } as const
const staysWithFamily = { erase: "keep", merge: "stay" } as const
const endsWithLogin = { erase: "delete", merge: "stay" } as const
/** What money, pay, attendance and lessons are made of, and what says nothing without the person. */
const stays = { erase: "keep", merge: "move" } as const
const goes = { erase: "delete", merge: "move" } as const

/** In the order in which a comparison counts what hangs on a person, and in which a merge moves it. */
export const tableFacts = {
  classes: { ...school, people: { teacherId: { ...stays, label: ["class", "classes"] } } },
  classTeachers: {
    ...school,
    people: {
      teacherId: {
        erase: "keep",
        merge: { by: "joinCoTeaching" },
        label: ["class with others", "classes with others"],
      },
    },
  },
  laterTeachers: { ...school, people: { teacherId: { ...stays, label: ["class later", "classes later"] } } },
  enrollments: {
    ...school,
    people: {
      studentId: {
        erase: { set: { endReason: null, prerequisiteReason: null } },
        merge: "move",
        label: ["class", "classes"],
      },
    },
  },
  sessions: {
    ...school,
    demo: { ...copied, instead: { markedCount: "0", attendedCount: "0" } },
    people: { teacherId: { ...stays, label: ["lesson", "lessons"] } },
  },
  seats: {
    ...school,
    people: {
      studentId: {
        erase: { set: { noticeText: null, excusedNote: null } },
        merge: "move",
        label: ["lesson", "lessons"],
      },
    },
  },
  // Whose time it is, says `resource`.
  bookings: {
    ...school,
    people: {
      resourceId: [
        {
          of: "student",
          only: { resource: "student" },
          erase: { by: "forgetInLessons" },
          merge: { onceBy: ["sessionId"] },
        },
        { of: "teacher", only: { resource: "teacher" }, erase: "keep", merge: { onceBy: ["sessionId"] } },
      ],
    },
  },
  coSubstitutes: {
    ...school,
    people: {
      teacherId: { erase: "keep", merge: { onceBy: ["sessionId"] } },
      substituteId: { of: "teacher", ...stays },
    },
  },
  waitingSpots: {
    ...school,
    people: {
      studentId: {
        erase: "delete",
        merge: { onceBy: ["classId"], standing: { state: ["waiting", "offered"] } },
        label: ["waiting list", "waiting lists"],
      },
    },
  },
  renewals: { ...school, people: { studentId: { erase: "delete", merge: { onceBy: ["classId"] } } } },
  charges: {
    ...school,
    demo: { ...copied, instead: { billedLines: "0", creditedNetMinor: "0" } },
    people: {
      familyId: moveAccount,
      studentId: { erase: { by: "eraseStudent" }, merge: "move", label: ["charge", "charges"] },
    },
  },
  packages: {
    ...school,
    people: { familyId: moveAccount, studentId: { ...stays, label: ["package", "packages"] } },
  },
  hires: {
    ...school,
    people: { studentId: { ...stays, label: ["rented instrument", "rented instruments"] } },
  },
  makeUpCredits: {
    ...school,
    people: {
      studentId: {
        erase: { by: "forgetInLessons" },
        merge: "move",
        label: ["make-up credit", "make-up credits"],
      },
    },
  },
  freedOffers: { ...school, people: { studentId: { erase: "keep", merge: { onceBy: ["freedTimeId"] } } } },
  freedTimes: { ...school, people: { absentStudentId: stays } },
  swapOffers: { ...school, people: { studentId: stays } },
  openTimeRules: { ...school, people: { teacherId: goes } },
  openTimeBookings: { ...school, people: { studentId: stays } },
  swapRequests: { ...school, people: { studentId: stays } },
  moveAnswers: { ...school, people: { studentId: { erase: "keep", merge: { onceBy: ["sessionId"] } } } },
  leaves: {
    ...school,
    people: {
      studentId: {
        erase: { set: { reason: null, answer: null } },
        merge: "move",
        label: ["leave", "leaves"],
      },
      memberId: wrote,
    },
  },
  timeOff: {
    ...school,
    people: {
      teacherId: {
        erase: { set: { reason: null, answer: null } },
        merge: "move",
        label: ["entry of time off", "entries of time off"],
      },
    },
  },
  roomFacts: { ...school, people: { teacherId: stays } },
  occasions: { ...school, people: { teacherId: { ...stays, label: ["event", "events"] } } },
  occasionGuests: {
    ...school,
    people: { studentId: { erase: "delete", merge: { onceBy: ["occasionId"] }, label: ["event", "events"] } },
  },
  programPerformers: {
    ...school,
    people: { studentId: { erase: "delete", merge: { onceBy: ["entryId"] } } },
  },
  extraWork: {
    ...school,
    people: { teacherId: { ...stays, label: ["entry of extra work", "entries of extra work"] } },
  },
  enteredWork: {
    ...school,
    people: {
      teacherId: {
        erase: { set: { note: null, reason: { ifSet: "The teacher was erased." } } },
        merge: "move",
      },
    },
  },
  paySlips: {
    ...school,
    people: { teacherId: { erase: { by: "forgetOnSlips" }, merge: "move", label: ["payslip", "payslips"] } },
  },
  paySlipLines: { ...school, people: { teacherId: { erase: { by: "forgetInPay" }, merge: "move" } } },
  teacherAvailability: { ...school, people: { teacherId: { erase: "delete", merge: { by: "moveChosen" } } } },
  payRates: { ...school, people: { teacherId: { erase: "keep", merge: { by: "moveChosen" } } } },
  studentNotes: {
    ...school,
    people: { studentId: { erase: "delete", merge: { onceBy: ["sessionId", "visibility"], joins: "body" } } },
  },
  assignments: { ...school, people: { studentId: { ...goes, label: ["assignment", "assignments"] } } },
  repertoire: { ...school, people: { studentId: { ...goes, label: ["piece", "pieces"] } } },
  practice: {
    ...school,
    people: { studentId: { ...goes, label: ["practice entry", "practice entries"] }, memberId: wrote },
  },
  skillStates: {
    ...school,
    people: { studentId: { ...goes, label: ["skill entry", "skill entries"] }, memberId: wrote },
  },
  reports: { ...school, people: { studentId: { ...goes, label: ["progress report", "progress reports"] } } },
  noteReplies: {
    ...school,
    people: { studentId: { ...goes, label: ["reply to a note", "replies to notes"] }, memberId: wrote },
  },
  participants: {
    ...school,
    people: {
      memberId: {
        erase: { by: "forgetMember" },
        merge: { onceBy: ["conversationId"] },
        label: ["conversation", "conversations"],
      },
      guardianId: {
        erase: { set: { name: { erasedName: true }, why: "Guardian" } },
        merge: { onceBy: ["conversationId"] },
        label: ["conversation", "conversations"],
      },
    },
  },
  messages: { ...school, people: { memberId: { erase: { by: "forgetMessages" }, merge: "stay" } } },
  resources: {
    ...school,
    demo: { ...copied, withoutFiles: true },
    people: {
      memberId: { ...stays, label: ["file or link of the library", "files and links of the library"] },
    },
  },
  resourceShares: {
    ...school,
    people: {
      studentId: {
        erase: "delete",
        merge: { onceBy: ["resourceId"] },
        label: ["shared file", "shared files"],
      },
    },
  },
  resourceOpenings: { ...school, people: { studentId: goes, memberId: wrote } },
  portalAccess: {
    ...school,
    people: {
      studentId: { erase: "delete", merge: { onceBy: ["memberId"] } },
      memberId: { erase: { by: "forgetMember" }, merge: "stay" },
    },
  },
  studentInstruments: {
    ...school,
    people: { studentId: { erase: "delete", merge: { onceBy: ["instrument"] } } },
  },
  studentStatusChanges: {
    ...school,
    people: { studentId: { erase: { set: { reason: null } }, merge: { by: "moveStatuses" } } },
  },
  familyPayerParts: {
    ...school,
    people: {
      familyId: staysWithFamily,
      outsidePayerId: { erase: "delete", merge: "stay" },
      guardianId: goes,
    },
  },
  invoiceShares: {
    ...school,
    people: {
      outsidePayerId: { erase: { set: { email: null } }, merge: "stay" },
      guardianId: {
        erase: { set: { email: null } },
        merge: "move",
        label: ["share of an invoice", "shares of invoices"],
      },
    },
  },
  // Once issued, it takes no more lines, so charges and lines are copied first.
  invoices: {
    ...school,
    demo: { ...copied, instead: { settledMinor: "0" }, behind: ["charges", "invoiceLines"] },
    people: {
      familyId: moveAccount,
      outsidePayerId: { erase: "keep", merge: { by: "setPayer" } },
      guardianId: stays,
    },
  },
  invoiceLinks: {
    ...notInDemo,
    notExported: { tokenHash: true },
    people: {
      outsidePayerId: {
        erase: { set: { name: { erasedName: true }, email: null, revokedAt: { nowUnlessSet: true } } },
        merge: "stay",
      },
      guardianId: {
        erase: { set: { name: { erasedName: true }, email: null, revokedAt: { nowUnlessSet: true } } },
        merge: "move",
      },
    },
  },
  payments: {
    ...school,
    demo: { ...copied, instead: { providerReference: "null" } },
    people: {
      familyId: moveAccount,
      outsidePayerId: staysWithFamily,
      guardianId: { ...stays, label: ["payment", "payments"] },
    },
  },
  paymentOrders: {
    ...notInDemo,
    people: {
      familyId: staysWithFamily,
      outsidePayerId: staysWithFamily,
      guardianId: stays,
      memberId: wrote,
    },
  },
  savedMethods: {
    ...notInDemo,
    notExported: { setupTokenId: true, paymentTokenId: true },
    people: {
      familyId: moveAccount,
      guardianId: {
        erase: { by: "forgetPayer" },
        merge: "move",
        label: ["saved payment method", "saved payment methods"],
      },
      memberId: { erase: { by: "forgetPayer" }, merge: "stay" },
    },
  },
  customValues: { ...school, people: { subjectId: { erase: "delete", merge: { by: "moveAnswers" } } } },
  consentAnswers: {
    ...school,
    people: {
      studentId: { ...goes, label: ["consent", "consents"] },
      guardianId: {
        erase: { set: { name: { erasedName: true }, address: null } },
        merge: "move",
        label: ["consent", "consents"],
      },
      memberId: wrote,
    },
  },
  proofs: {
    ...school,
    demo: { ...copied, instead: { fileId: "null", fileName: "null" } },
    people: {
      teacherId: { ...goes, label: ["document", "documents"] },
      studentId: { ...goes, label: ["document", "documents"] },
      memberId: wrote,
    },
  },
  dataChanges: {
    ...school,
    people: {
      studentId: { erase: "delete", merge: { onceBy: ["fact"], standing: { state: ["asked"] } } },
      guardianId: { erase: "delete", merge: { onceBy: ["fact"], standing: { state: ["asked"] } } },
      memberId: wrote,
    },
  },
  notificationPreferences: { ...notInDemo, people: { memberId: endsWithLogin } },
  textConsents: {
    ...notInDemo,
    people: { memberId: endsWithLogin, studentId: { erase: "delete", merge: { onceBy: ["endedAt"] } } },
  },
  quietHours: { ...notInDemo, people: { memberId: endsWithLogin } },
  textMessages: { ...notInDemo, people: { memberId: endsWithLogin, studentId: goes } },
  receivedTexts: { ...notInDemo, people: { memberId: endsWithLogin } },
  pushDevices: {
    ...notInDemo,
    notExported: { endpointHash: true, sealed: true },
    people: { memberId: endsWithLogin },
  },
  pushNotices: { ...notInDemo, people: { memberId: endsWithLogin } },
  calendarFeeds: { ...notInDemo, notExported: { tokenHash: true }, people: { memberId: endsWithLogin } },
  listColumns: { ...school, people: { memberId: endsWithLogin } },
  guideMarks: { ...school, people: { memberId: endsWithLogin } },
  // Exports reach the office, and some reports are about it.
  messageReports: { ...beside, people: { memberId: endsWithLogin } },
  savedAnswers: { ...school, people: { memberId: endsWithLogin } },
  savedFilters: {
    ...school,
    people: { memberId: { only: { isShared: false }, erase: "delete", merge: "stay" } },
  },
  oneTimeLinks: {
    ...beside,
    notExported: { tokenHash: true },
    people: { subjectId: { erase: "delete", merge: { by: "revokeLinks" } } },
  },
  taskItems: { ...school, people: { subjectId: { erase: { by: "forgetInTasks" }, merge: "stay" } } },
  bookClosings: { ...school, people: { memberId: { erase: { by: "forgetOnSlips" }, merge: "stay" } } },
  events: { ...school, people: { memberId: { erase: { by: "forgetInEvents" }, merge: "stay" } } },
  staffInvitations: {
    ...school,
    people: { memberId: { erase: { by: "forgetInvitations" }, merge: "stay" } },
  },
  signIns: {
    ...beside,
    notExported: { tokenHash: true },
    people: { memberId: { erase: { by: "endSignInsOfMember" }, merge: "stay" } },
  },
  refundOrders: { ...notInDemo, people: { memberId: wrote } },
  selections: { ...school, people: { memberId: wrote } },
  supportConsents: { ...notInDemo, people: { memberId: wrote } },
  guardians: {
    ...school,
    people: { familyId: { erase: "keep", merge: { by: "joinAdults" } }, memberId: wrote },
  },
  students: {
    ...school,
    people: { familyId: { erase: "keep", merge: { by: "moveStudents" } }, memberId: wrote },
  },
  teachers: { ...school, people: { memberId: wrote } },
  // A demo's page is never open: anyone can open a demo.
  schoolAddresses: notInDemo,
  schoolPages: notInDemo,
  inquiryDrafts: { ...beside, notExported: { tokenHash: true } },
  inquiries: { ...school, people: { studentId: goes } },
  inquiryForms: school,
  inquiryFormTeachers: {
    ...school,
    people: { teacherId: { erase: "delete", merge: { onceBy: ["formId"] } } },
  },
  inquiryDetails: { ...school, people: { memberId: wrote } },
  trialBookings: school,
  offers: school,
  // What says nothing of one person.
  users: { ...beside, notExported: { passwordHash: true } },
  secondFactors: { ...beside, notExported: { sealedSecret: true } },
  recoveryCodes: { ...beside, notExported: { codeHash: true } },
  coupons: beside,
  instruments: school,
  levels: school,
  taxRates: school,
  schools: beside,
  renewalFailures: school,
  cancellations: school,
  platformRefunds: beside,
  schoolCredits: school,
  billingAddresses: beside,
  platformReceipts: beside,
  subscriptions: beside,
  subscriptionAttempts: notInDemo,
  planChanges: school,
  subscriptionCases: notInDemo,
  providerEvents: beside,
  platformPayments: beside,
  cancelledRegistrations: beside,
  orphanedSubscriptions: beside,
  outcomes: school,
  ownStatuses: school,
  marks: school,
  creditChanges: school,
  notes: school,
  arrangements: school,
  arrangedLessons: school,
  correctionRequests: school,
  conversations: school,
  imports: notInDemo,
  importCreations: school,
  importParts: school,
  terms: school,
  keptForms: { ...beside, notExported: { tokenHash: true, sealed: true } },
  carriedForms: beside,
  jobs: beside,
  signInTries: beside,
  rateLimits: beside,
  primaryTerms: beside,
  // People whose names are just being erased.
  erasures: beside,
  deletedRecords: notInDemo,
  files: beside,
  storedFiles: beside,
  customFields: school,
  consentDocuments: school,
  consentVersions: school,
  ownDataRules: school,
  proofKinds: school,
  emails: beside,
  readerUpdates: beside,
  bouncedAddresses: beside,
  mailCounts: notInDemo,
  stripeAccounts: { ...beside, notExported: { sealedKey: true, sealedWebhookSecret: true } },
  textAccounts: { ...beside, notExported: { sealedKey: true } },
  pushKeys: { ...beside, notExported: { sealed: true } },
  sampleRecords: school,
  tasks: notInDemo,
  skills: school,
  resourceTags: school,
  invoiceLines: school,
  accountMoves: { ...school, people: { fromFamilyId: staysWithFamily, toFamilyId: staysWithFamily } },
  autoInvoicing: school,
  autoRuns: school,
  autoRunRefusals: { ...school, people: { familyId: staysWithFamily } },
  invoicingHolds: { ...school, people: { familyId: { erase: "keep", merge: { by: "carryOver" } } } },
  autoPayRules: notInDemo,
  autoCharges: { ...notInDemo, people: { familyId: moveAccount } },
  bankUploads: school,
  bankColumnChoices: school,
  bankEntries: school,
  providerPayouts: notInDemo,
  providerEntries: notInDemo,
  accountCodes: school,
  creditNotes: { ...school, people: { familyId: moveAccount } },
  creditNoteLines: school,
  writeOffs: { ...school, people: { familyId: moveAccount } },
  sentForms: school,
  discountRules: { ...school, people: { familyId: { erase: "keep", merge: { by: "joinDiscounts" } } } },
  chargeDiscounts: school,
  openingBalances: { ...school, people: { familyId: moveAccount, recordedBy: wrote } },
  // Whose voucher it is, no key says: the bearer redeems it, and an erased person is found by address (forgetOnVouchers). What was redeemed goes along with its payment.
  vouchers: school,
  voucherRedemptions: school,
  expenseCategories: school,
  expenseRepeats: school,
  expenses: { ...school, demo: { ...copied, instead: { fileId: "null", fileName: "null" } } },
  materials: school,
  // The task that undid a run stays behind: its invoices are void in the copy, too.
  invoiceRuns: {
    ...school,
    demo: {
      ...copied,
      instead: { undoneAt: "null", undoneBy: "null" },
      orElse: { endedAt: "createdAt", heldUntil: "createdAt" },
    },
  },
  packageOffers: school,
  packageUses: school,
  paySettings: school,
  workKinds: school,
  allocations: school,
  refunds: {
    ...school,
    demo: { ...copied, instead: { providerReference: "null" } },
    people: { familyId: moveAccount },
  },
  paymentOrderParts: school,
  paymentPlans: { ...school, people: { familyId: moveAccount } },
  installments: school,
  planAsks: school,
  planRules: { ...school, people: { familyId: staysWithFamily } },
  reminderSteps: school,
  letterWordings: school,
  reminderNotices: school,
  reminderPauses: { ...school, people: { familyId: { erase: "keep", merge: { by: "carryOver" } } } },
  materialSales: school,
  eventFees: school,
  waivers: school,
  // Sums of other rows.
  taughtSums: beside,
  outsidePayers: { ...school, people: { familyId: { erase: "keep", merge: { by: "joinPayers" } } } },
  members: notInDemo,
  families: { ...school, people: { mergedInto: { erase: "keep", merge: { by: "setMergedInto" } } } },
  contactMessages: beside,
  demoRequests: beside,
  inquiryReplies: beside,
  staffActs: beside,
  deletedSchools: beside,
  cleanupRuns: beside,
  backups: beside,
  deskNotes: beside,
  deskWaits: beside,
  staffSavedAnswers: beside,
  supportRatings: beside,
  replyFiles: beside,
  inboundMails: beside,
  platformNotices: beside,
  incidents: beside,
  incidentUpdates: beside,
  blocks: beside,
  failedRequests: beside,
  missedSearches: beside,
  announcements: beside,
  supportThreads: beside,
  supportMessages: beside,
  staffPresence: beside,
  rooms: school,
  closures: school,
  classPrices: school,
  schedules: school,
  ownPrices: school,
  classChanges: school,
  classEndings: school,
  closedLessons: school,
  programEntries: school,
  classPrerequisites: school,
  priceRises: school,
  scheduleChanges: school,
  arrangementDrafts: school,
} satisfies { [K in TableKey]: Facts<ColumnOf<K>, PersonColumn<K>, SecretColumn<K>> }
