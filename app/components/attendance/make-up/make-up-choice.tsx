import type { ReactNode } from "react"
import { GroupedOptions } from "~/components/form/grouped-options"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { namedWeekdays } from "~/components/form/weekday-field"
import { Button } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { FilterForm, FilterSelect } from "~/components/ui/filter-form"
import type { MakeUpOffer, OfferFilter } from "~/models/attendance/make-up/make-up"
import { countOf, weekdaysInOrder } from "~/utils/formats"
import { TimeChoice } from "./time-choice"

type ChoiceProps = {
  /** Those that the filter leaves. */
  offers: MakeUpOffer[]
  filter: OfferFilter
  /** How many credits are open, and whether there were any before. */
  open: number
  hadCredits: boolean
  byArrangement: boolean
  /** The office books: the soonest one is chosen at first, and what lacks is said to those who can add it. */
  byOffice?: boolean
  /** Further fields that the form sends. */
  children?: ReactNode
}

/** Everything a lesson can be made up with, day by day, as one choice: for the family and the office alike. */
export function MakeUpChoice({
  offers,
  filter,
  open,
  hadCredits,
  byArrangement,
  byOffice,
  children,
}: ChoiceProps) {
  if (filter.all === 0)
    return (
      <EmptyState>{(byOffice ? officeText : familyText)({ open, hadCredits, byArrangement })}</EmptyState>
    )
  return (
    <>
      <OfferFilters filter={filter}>{children}</OfferFilters>
      {offers.length === 0 ? (
        <EmptyState>No times match these filters. Choose any day and any teacher.</EmptyState>
      ) : (
        // The times change with each booking: a browser that goes back would choose again by place in the list.
        <PostForm className="form" autoComplete="off">
          {children}
          <p className="hint">
            Booking uses the make-up credit that fits the lesson and expires first. What wasn’t charged for
            the missed lesson is charged for this one.
          </p>
          <TimeChoice offers={offers} says={offerText} choosesFirst={byOffice} />
          <SubmitRow label="Book this lesson" pending="Booking…" />
        </PostForm>
      )}
    </>
  )
}

/** Why nothing was booked. */
export function MakeUpProblem({ message }: { message: string | undefined }) {
  return message ? <ErrorSummary form={{ id: "make-up", allErrors: {}, errors: [message] }} /> : null
}

/** "Guitar club with Theo Petrović, Studio 3: 2 spots left" · "Guitar one-on-one with Marcus Whitfield" */
export function offerText({ title, teacherName, roomName, free }: MakeUpOffer): string {
  const teacher = teacherName ? ` ${free === null ? "one-on-one " : ""}with ${teacherName}` : ""
  const spots = free === null ? "" : `: ${countOf(free, "spot")} left`
  return `${title}${teacher}${roomName ? `, ${roomName}` : ""}${spots}`
}

type Had = Pick<ChoiceProps, "open" | "hadCredits" | "byArrangement">

function officeText({ open, hadCredits, byArrangement }: Had): string {
  if (open === 0)
    return `No make-up credits ${hadCredits ? "left" : "yet"}. Absences earn them, or you grant one under Make-up credits.`
  return byArrangement
    ? "No lesson in the next four weeks has a free spot. The teacher’s free times appear here once they add teaching hours."
    : "There are no free spots or times in the next four weeks. New ones appear here."
}

function familyText({ open, hadCredits, byArrangement }: Had): string {
  if (open === 0)
    return `No make-up credits ${hadCredits ? "left" : "yet"}. They’re issued for absences that qualify.`
  return byArrangement
    ? "No lesson in the next four weeks has a free spot. The school arranges make-up lessons individually."
    : "There are no free spots or times in the next four weeks. Check back soon or contact the school."
}

type OfferFiltersProps = { filter: OfferFilter; children: ReactNode }

/** Times by day of the week and teacher, where there is something to choose between. */
function OfferFilters({ filter: { day, teacher, days, teachers }, children }: OfferFiltersProps) {
  if (days.length < 2 && teachers.length < 2) return null
  return (
    <FilterForm aria-label="Times">
      {children}
      {days.length > 1 ? (
        <label>
          Day{" "}
          <FilterSelect name="day" value={day}>
            <option value="">Any day</option>
            <GroupedOptions
              choices={weekdaysInOrder(namedWeekdays)
                .filter(({ weekday }) => days.includes(weekday))
                .map(({ day: name, weekday }) => ({ value: weekday, label: name }))}
            />
          </FilterSelect>
        </label>
      ) : null}{" "}
      {teachers.length > 1 ? (
        <label>
          Teacher{" "}
          <FilterSelect name="teacher" value={teacher}>
            <option value="">Any teacher</option>
            {teachers.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </FilterSelect>
        </label>
      ) : null}{" "}
      <Button variant="secondary">Filter times</Button>
    </FilterForm>
  )
}
