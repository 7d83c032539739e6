import type { NameChoice as NameListed, NameOffer } from "~/models/foundation/name-search/name-search"

/** What a field that chooses one of many by name needs to know. */
export type NameChoiceProps = {
  /** the field that is sent */
  id: string
  name: string
  label: string
  /** what is sought: "a family" */
  sought: string
  offer: NameOffer
  /** choices besides the names, listed before them */
  always?: readonly NameListed[]
  /** the field of the search, where the form has several */
  find?: string
  value: string
  /** the empty choice: "Choose a family" */
  prompt: string
  hint?: string
  problem?: string
  optional?: boolean
  /** its form saves something: what is typed here must have led to a choice by then */
  isPosted?: boolean
  /** where names are suggested while someone types; without it they are found by the button */
  source?: string
  onChoose?: (form: HTMLFormElement) => void
}
