/** What to say beside the field of a form that takes one file and got several. */
export const oneFileOnly = "Choose one file. You can upload the others later."

/** Whether a form holds more than one file, whatever their fields are called: none may be dropped without a word. */
export const hasSeveralFiles = (form: FormData): boolean =>
  [...form.values()].filter((value) => value instanceof File && value.name !== "").length > 1
