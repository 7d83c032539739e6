// What SQLite knows of the largest school's database once it has counted it: 5,000 students, three years and twenty schools beside
// it (tests/bench/large-school.ts). Of each index how many rows there are, and how many have the same first column, the same two, and
// so on; as `sqlite_stat1` of the file that `npm run bench -- --large` makes.

const counted: Record<string, Record<string, string>> = {
  allocations: {
    allocations_by_credit_note: "41652 1984 1984",
    allocations_by_invoice: "41652 1984 1",
    allocations_by_payment: "41652 1984 1",
    allocations_by_write_off: "41652 1984 1984",
    sqlite_autoindex_allocations_1: "41652 1984 1",
  },
  bookings: {
    bookings_once: "537600 25600 3 1 1",
    bookings_overlap: "537600 25600 8534 83 1 1",
    sqlite_autoindex_bookings_1: "537600 25600 1",
  },
  charges: {
    charges_by_creation: "173450 8260 19",
    charges_by_family: "173450 8260 56 1",
    charges_by_hire: "173450 8260 8260 8260",
    charges_by_late_invoice: "173450 8260 8260",
    charges_by_month: "173450 8260 8260 8260",
    charges_by_package: "173450 8260 8260",
    charges_by_seat: "173450 8260 2",
    charges_by_student: "173450 8260 28",
    charges_mark_once: "143450 6831 1",
    charges_unbilled: "42158 2008 58 1 1 1",
    charges_unbilled_of_family: "42158 2008 14 1 1",
    sqlite_autoindex_charges_1: "173450 8260 1",
  },
  class_prices: {
    class_prices_by_class: "6200 296 1 1",
    class_prices_by_rise: "6200 296 296",
    sqlite_autoindex_class_prices_1: "6200 296 1",
  },
  classes: {
    classes_by_continued: "6200 296 296",
    classes_by_name: "6200 296 1 1",
    classes_by_teacher: "6200 296 38",
    sqlite_autoindex_classes_1: "6200 296 1",
  },
  conversations: {
    sqlite_autoindex_conversations_1: "3100 148 1",
  },
  enrollments: {
    enrollments_by_class: "6200 296 1 1",
    enrollments_by_student: "6200 296 1 1",
    sqlite_autoindex_enrollments_1: "6200 296 1",
  },
  events: {
    events_by_member: "24821 1182 1182 1",
    events_by_noun: "24821 1182 591 4 1",
    events_by_time: "24821 1182 1",
    sqlite_autoindex_events_1: "24821 1182 1",
  },
  families: {
    families_by_merge: "3100 148 148",
    families_by_name: "3100 148 1 1",
    sqlite_autoindex_families_1: "3100 148 1",
  },
  guardians: {
    guardians_by_email: "6200 296 1",
    guardians_by_family: "6200 296 2",
    guardians_by_member: "6200 296 282",
    sqlite_autoindex_guardians_1: "6200 296 1",
  },
  invoice_lines: {
    invoice_lines_by_part: "131292 6252 6252",
    invoice_lines_charge_once: "131292 6252 1",
    invoice_lines_position: "131292 6252 4 1",
    sqlite_autoindex_invoice_lines_1: "131292 6252 1",
  },
  invoice_shares: {
    invoice_shares_by_invoice: "43100 2053 1",
    sqlite_autoindex_invoice_shares_1: "43100 2053 1",
  },
  invoices: {
    invoices_by_family: "43100 2053 14 1",
    invoices_by_issue: "43100 2053 1165",
    invoices_by_issue_day: "43100 2053 1165 485",
    invoices_by_payer: "43100 2053 2053",
    invoices_by_set: "43100 2053 2053",
    invoices_by_state: "43100 2053 2053 369",
    invoices_listed: "43100 2053 2053 1165 1",
    invoices_number: "43100 2053 1",
    invoices_open: "1448 69 18",
    invoices_sequence: "43100 2053 1",
    sqlite_autoindex_invoices_1: "43100 2053 1",
  },
  marks: {
    marks_by_creation: "143450 6831 16",
    marks_by_seat: "143450 6831 1",
    marks_current: "143450 6831 1",
    sqlite_autoindex_marks_1: "143450 6831 1",
  },
  members: {
    members_by_user: "23 1",
    members_user: "23 1 1",
    sqlite_autoindex_members_1: "23 1 1",
  },
  messages: {
    messages_by_conversation: "9300 443 3 1",
    messages_file: "9300 9300",
    sqlite_autoindex_messages_1: "9300 443 1",
  },
  notes: {
    notes_once: "95743 4560 1 1",
    sqlite_autoindex_notes_1: "95743 4560 1",
  },
  participants: {
    participants_by_guardian: "3100 148 1 1",
    participants_by_member: "6200 296 148 1",
    participants_guardian_once: "6200 296 2 1",
    participants_member_once: "6200 296 2 1",
    sqlite_autoindex_participants_1: "6200 296 1",
  },
  payments: {
    payments_by_day: "41652 1984 356 356 227",
    payments_by_family: "41652 1984 14 1",
    payments_provider_reference: "41652 1984 1984",
    sqlite_autoindex_payments_1: "41652 1984 1",
  },
  rooms: {
    rooms_by_name: "165 8 1",
    sqlite_autoindex_rooms_1: "165 8 1",
  },
  schedules: {
    schedules_by_class: "6200 296 1",
    schedules_by_made_until: "6200 6200",
    sqlite_autoindex_schedules_1: "6200 296 1",
  },
  schools: {
    schools_by_time: "21 21 1",
    sqlite_autoindex_schools_1: "21 1",
  },
  seats: {
    seats_by_enrollment: "144975 6904 24",
    seats_by_student: "144975 6904 24 1",
    seats_once: "144975 6904 1 1",
    sqlite_autoindex_seats_1: "144975 6904 1",
  },
  sessions: {
    sessions_attended: "143450 6831 121 121 121",
    sessions_by_date: "179200 8534 102 13 1 1 1 1 1",
    sessions_by_schedule: "179200 8534 29",
    sessions_by_teacher: "179200 8534 1087 8",
    sessions_original_start: "179200 8534 29 1 1 1",
    sessions_register_missing: "35750 1703 7",
    sqlite_autoindex_sessions_1: "179200 8534 1",
  },
  student_status_changes: {
    sqlite_autoindex_student_status_changes_1: "6200 296 1",
    student_status_changes_by_student: "6200 296 1 1 1 1",
  },
  students: {
    sqlite_autoindex_students_1: "6200 296 1",
    students_by_family: "6200 296 2",
    students_by_name: "6200 296 1 1 1",
    students_by_status: "6200 296 296",
    students_code: "6200 296 296",
  },
  subscriptions: {
    sqlite_autoindex_subscriptions_1: "21 1",
    subscriptions_by_status: "21 21 21",
    subscriptions_provider: "21 21",
  },
  taught_sums: {
    sqlite_autoindex_taught_sums_1: "207 207 1",
  },
  teachers: {
    sqlite_autoindex_teachers_1: "165 8 1",
    teachers_by_name: "165 8 1 1",
    teachers_member: "165 8 8",
  },
  users: {
    sqlite_autoindex_users_1: "23 1",
    users_email: "23 1",
    users_username: "23 23",
  },
}

// In these tables of that file every student was present and nobody reported an absence, so its indexes of absences are empty and
// SQLite would take them for half of their table. In the sample school (db/seed), 164 of 1,639 attendance statuses were absences, of
// which 103 excused: the same shares of the rows above, with two statuses a school, each excused absence reported before. One weekly
// class without a price for half a year is 26 lessons that wait for a charge; most schools have none.
const taken: typeof counted = {
  marks: {
    marks_awaiting: "26 26 1",
    marks_missed: "14354 684 342 1",
  },
  seats: {
    seats_noticed: "9111 434 1",
  },
}

/** Of what no lesson, charge or invoice there is: SQLite has no figures of these in production either, until a school has such rows. */
const withoutRows = new Set([
  "charges_by_corrected",
  "charges_by_end",
  "charges_corrected_once",
  "charges_hire_once",
  "charges_late_once",
  "charges_month_once",
  "charges_package_once",
  "invoice_shares_by_outside_payer",
  "invoices_by_outside_payer",
  "invoices_by_run",
  "marks_by_end",
  "marks_by_status",
  "payments_by_outside_payer",
  "payments_by_reference",
  "schools_demo",
  "seats_allowed",
  "events_of_disputes",
  "student_status_changes_ahead",
])

type Index = { table: string; index: string }

/** What SQLite knows of the largest school about these indexes, which are all that there are. */
export function statisticsOf(indexes: readonly Index[]): (Index & { stat: string })[] {
  const figures = [counted, taken].flatMap((tables) =>
    Object.entries(tables).flatMap(([table, stats]) =>
      Object.entries(stats).map(([index, stat]) => ({ table, index, stat })),
    ),
  )
  const nameOf = ({ table, index }: Index) => `${table}.${index}`
  const known = new Set(figures.map(nameOf))
  const there = new Set(indexes.map(nameOf))
  const gone = [...known].filter((name) => !there.has(name))
  const anew = indexes.filter(
    (each) => each.table in counted && !known.has(nameOf(each)) && !withoutRows.has(each.index),
  )
  if (gone.length > 0) throw new Error(`${gone.join(", ")}: gone. Take the statistics anew.`)
  if (anew.length > 0) throw new Error(`${anew.map(nameOf).join(", ")}: new. Take the statistics anew.`)
  return figures
}
