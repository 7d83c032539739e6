import type { ExpenseKind } from "~/models/money/expense/expense"

/** What the screens of expenses say, and of other income, which shares them. */
export const expenseTexts: Record<ExpenseKind, ExpenseTexts> = {
  expense: {
    title: "Expenses",
    caption: "Expenses, newest first",
    empty: "No expenses yet. Add your rent, repairs and other costs to see what is left each month.",
    noneFound: "No expenses match these filters.",
    search: "Search expenses",
    add: "Add an expense",
    save: "Save expense",
    delete: "Delete expense",
    record: "Expense",
    categories: "Expense categories",
    payee: "Paid to",
    payeeOrNote: "Paid to, note or amount",
    payeeHint: "For example, Steinway Hall",
    taxHint: "Only if your school gets it back. It isn’t counted in your margin.",
    receipt: "Receipt",
    categoryHint: "For example, Insurance",
    accountHint: "What your accountant calls it, for example 469",
    file: "expenses.csv",
    toast: (amount, payee, isNew) => `${amount} to ${payee} ${isNew ? "recorded" : "saved"}.`,
  },
  income: {
    title: "Other income",
    caption: "Other income, newest first",
    empty: "No other income yet. Add grants, room rental and anything else that families don’t pay.",
    noneFound: "No other income matches these filters.",
    search: "Search other income",
    add: "Add other income",
    save: "Save other income",
    delete: "Delete other income",
    record: "Other income",
    categories: "Other income categories",
    payee: "Received from",
    payeeOrNote: "Received from, note or amount",
    payeeHint: "For example, City Arts Fund",
    taxHint: "Only if your school has to pay it on. It isn’t counted in your margin.",
    receipt: "Document",
    categoryHint: "For example, Concerts",
    accountHint: "What your accountant calls it, for example 260",
    file: "other-income.csv",
    toast: (amount, payee, isNew) => `${amount} from ${payee} ${isNew ? "recorded" : "saved"}.`,
  },
}

type ExpenseTexts = Record<
  | "title"
  | "caption"
  | "empty"
  | "noneFound"
  | "search"
  | "add"
  | "save"
  | "delete"
  | "record"
  | "categories"
  | "payee"
  | "payeeOrNote"
  | "payeeHint"
  | "taxHint"
  | "receipt"
  | "categoryHint"
  | "accountHint"
  | "file",
  string
> & { toast: (amount: string, payee: string, isNew: boolean) => string }

const long = "Keep the name under 120 characters."

/** What the form says beside its fields. */
export const expenseMessages: Record<ExpenseKind, { date: string; payee: string; long: string }> = {
  expense: { date: "Enter the date it was paid.", payee: "Enter who was paid.", long },
  income: { date: "Enter the date it came in.", payee: "Enter who it’s from.", long },
}
