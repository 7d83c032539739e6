import { AnswerFields } from "~/components/foundation/custom-field/answer-filters"
import { TeacherSearch } from "~/components/teaching/schedule/teacher-filter"
import { Button } from "~/components/ui/button"
import { FilterForm, FilterSearch, FilterSelect, MoreFilters } from "~/components/ui/filter-form"
import { useHasRight } from "~/components/ui/limits"
import { Link } from "~/components/ui/link"
import { fieldParameter } from "~/models/foundation/custom-field/answer-filter"
import type { CustomField } from "~/models/foundation/custom-field/custom-field"
import type { NameChoice, NameOffer } from "~/models/foundation/name-choice/name-offer"
import {
  isNarrowed,
  type StudentFilter,
  statusChoices,
  studentSorts,
  studentTraits,
  traitNames,
} from "~/models/people/student/student"
import { paths } from "~/utils/paths"

type FiltersProps = {
  filter: StudentFilter
  instruments: readonly string[]
  /** Absent for a solo teacher. */
  teachers?: NameOffer
  /** the school's own */
  fields: CustomField[]
}

const teacherId = "students-teacher"
const instrumentId = "students-instrument"

/** What the list is narrowed to. The filters live in the address. */
export function StudentFilters({ filter, instruments, teachers, fields }: FiltersProps) {
  const seesBalances = useHasRight()("invoice:read")
  const traits = traitNames.filter((trait) => trait !== "balance" || seesBalances)
  return (
    <FilterForm role="search" aria-label="Students">
      <label className="visually-hidden" htmlFor="students-q">
        Name, student ID, guardian or email
      </label>
      <FilterSearch id="students-q" name="q" value={filter.search} placeholder="Name, ID or guardian" />
      <Choice name="status" label="Status" every="Any status" value={filter.status} choices={statusChoices} />
      <MoreFilters
        isOpen={isNarrowedFurther(filter) || Boolean(teachers?.search)}
        near={
          <>
            <InstrumentChoice value={filter.instrument} instruments={instruments} />
            {teachers?.isSearched ? (
              <TeacherSearch
                id={teacherId}
                every="Any teacher"
                value={filter.teacherId ?? ""}
                offer={teachers}
              />
            ) : null}
            {teachers && !teachers.isSearched ? (
              <TeacherChoice value={filter.teacherId} choices={teachers.choices} />
            ) : null}
          </>
        }
      >
        {traits.map((trait) => (
          <Choice
            key={trait}
            name={trait}
            label={traitLabels[trait].label}
            every={traitLabels[trait].every}
            value={filter.traits?.[trait]}
            choices={Object.entries(studentTraits[trait]).map(([value, label]) => ({ value, label }))}
          />
        ))}
        <Choice
          name="sort"
          label="Sort by"
          value={filter.sort ?? "name"}
          choices={[
            ...Object.entries(studentSorts).filter(([sort]) => sort !== "balance" || seesBalances),
            ...fields.map(({ id, name }) => [fieldParameter(id), name] as const),
          ].map(([value, label]) => ({ value, label: `Sort: ${label}` }))}
        />
        <AnswerFields fields={fields} filter={filter.answers} />
      </MoreFilters>
      <Button type="submit">Search</Button>
      {isNarrowed(filter) ? <Link to={paths.students()}>Clear filters</Link> : null}
    </FilterForm>
  )
}

const isNarrowedFurther = ({ instrument, teacherId, traits, answers }: StudentFilter): boolean =>
  Boolean(instrument || teacherId || answers || (traits && Object.values(traits).some(Boolean)))

const traitLabels = {
  balance: { label: "Balance", every: "Any balance" },
  portal: { label: "Portal", every: "Any portal access" },
  credits: { label: "Credits", every: "Any credits" },
  next: { label: "Next lesson", every: "Any next lesson" },
}

function TeacherChoice({ choices, value }: { choices: NameChoice[]; value?: string }) {
  return (
    <Choice
      id={teacherId}
      name="teacher"
      label="Teacher"
      every="Any teacher"
      value={value}
      choices={choices}
    />
  )
}

function InstrumentChoice({ instruments, value }: { instruments: readonly string[]; value?: string }) {
  return (
    <Choice
      id={instrumentId}
      name="instrument"
      label="Instrument"
      every="Any instrument"
      value={value}
      choices={instruments.map((instrument) => ({ value: instrument, label: instrument }))}
    />
  )
}

type ChoiceProps = {
  id?: string
  name: string
  label: string
  /** the label of the option that filters nothing */
  every?: string
  value?: string
  choices: { value: string; label: string }[]
}

function Choice({ id, name, label, every, value, choices }: ChoiceProps) {
  return (
    <FilterSelect
      id={id}
      name={name}
      aria-label={label}
      className="flex-auto sm:max-w-42 sm:flex-none"
      value={value ?? ""}
    >
      {every ? <option value="">{every}</option> : null}
      {choices.map((choice) => (
        // Without a value, an option sends its text.
        <option key={choice.value} value={choice.value === choice.label ? undefined : choice.value}>
          {choice.label}
        </option>
      ))}
    </FilterSelect>
  )
}
