import { aFile, megabyte, pagesIn } from "./address"

// Invoices, payments, prices and the books.

const at = pagesIn("billing", "Financial")

export const billing = {
  billing: at("/billing?*", "billing.tsx", "invoice:read", {
    page: "Invoices",
    words:
      "invoice|old invoices|paid invoices|billing|bills|all invoices|financial|money|unpaid invoices|void invoice|delete an invoice|edit invoice|correct an invoice|cancel an invoice|change due date of an invoice|invoice pdf|resend invoice|wrong invoice|invoice not received|mistake on an invoice|print invoices|print an invoice|send invoice again|send an invoice again|remove a line from an invoice|line of an invoice|invoice line",
    parts: [
      {
        page: "Overdue invoices",
        at: "?status=overdue",
        words:
          "overdue|late payers|unpaid|past due|arrears|collections|debt collection|debt collector|dunning|overdue payments|send reminders|remind overdue families|unpaid bills|unpaid invoices|nobody paid|not paid yet",
      },
    ],
  }),
  waiver: at("/billing/lessons/:seatId/waiver?back", "waiver.tsx", "invoice:issue"),
  unbilled: at(
    "/billing/unbilled?period&from&to&filter&page",
    "unbilled.tsx",
    ["invoice:read", "invoice:issue"],
    {
      page: "Ready to invoice",
      words:
        "unbilled|to bill|bill now|monthly invoicing|bulk invoicing|batch invoices|charges|send all invoices|monthly billing|create invoices|send invoices|send bills|bill families|invoice families|generate invoices|run invoices|waive a fee|waive a late fee|unpaid lessons|lessons not billed|lessons not invoiced",
    },
  ),
  invoiceRuns: at("/billing/runs?page", "invoice-runs.tsx", "invoice:read", {
    page: "Invoice runs",
    words: "invoice run|batches|past runs",
  }),
  invoiceRun: at("/billing/runs/:runId?page", "invoice-run.tsx", ["invoice:read", "invoice:issue"]),
  manageBilling: at("/billing/manage?state&search&page", "manage.tsx", "invoice:read", {
    page: "Family balances",
    words:
      "balances|who owes|debt|debtors|outstanding|owing|accounts receivable|unpaid|owed|who owes me money|families that owe|who hasn’t paid|who did not pay|account statement|send statements|account credit|credit a family|prepaid balance|tax receipt|childcare receipt|year-end statement|yearly statement|statement for taxes|annual statement|money owed|whose turn to pay|outstanding fees|unpaid fees|fees owed|who still has to pay|opening balance|enter an opening balance|starting balance|overpaid|overpayment|paid too much|credit balance|best customers|top families|who pays most|receipt for taxes|students owe|students who owe|open balances|monthly statement|statement for a family",
  }),
  automaticInvoices: at("/billing/manage/automatic?page&hold", "automatic-invoices.tsx", "invoice:issue", {
    page: "Automatic invoices",
    value: "autoInvoices",
    words: "auto invoice|recurring invoice|automatic billing|schedule invoices|auto billing",
  }),
  automaticPayments: at(
    "/billing/manage/payments?page&payers&hold",
    "automatic-payments.tsx",
    "invoice:issue",
    {
      page: "Automatic payments",
      words:
        "autopay|auto pay|direct debit|saved card|recurring payment|subscription payments|auto-pay|mandate|auto charge|charge automatically|charge cards|card on file|stored cards|save card|payment failed|failed payment|declined card|card declined|expiring cards|expired card",
    },
  ),
  bankTransfers: at("/billing/manage/bank?state&page&entry&q", "bank-transfers.tsx", "bank:import", {
    body: megabyte + 900_000,
    page: "Bank transfers",
    words:
      "bank transfer|bank statement|bank file|bank import|reconcile|reconciliation|camt|mt940|ofx|match payments|wire transfer|bank feed|import bank transactions|e-transfer from a bank file|bank statement upload|upload a bank statement|standing order|standing orders",
  }),
  bankColumns: at("/billing/manage/bank/:uploadId", "bank-columns.tsx", "bank:import"),
  paymentPlans: at(
    "/billing/manage/plans?state&search&page",
    "payment-plans.tsx",
    ["invoice:read", "invoice:issue"],
    {
      page: "Payment plans",
      words:
        "payment plan|installment|installments|pay in parts|instalment|split payment|pay over time|monthly installments",
    },
  ),
  reminders: at("/billing/manage/reminders?:page", "reminders.tsx", "invoice:issue", {
    page: "Reminders",
    words:
      "payment reminder|dunning letter|overdue reminder|chase payment|remind to pay|stop reminders for one family|pause reminders|no reminders for a family|tuition reminder|nag parents",
  }),
  reminderSchedule: at("/billing/manage/reminders/schedule?:step", "reminder-schedule.tsx", "invoice:issue", {
    page: "Automatic reminders",
    value: "paymentReminders",
    words:
      "automatic reminder|reminder schedule|overdue emails|reminder text|reminder template|email template|edit reminder email|remind before due",
  }),
  /** The rules of prices are policies now. */
  prices: at("/billing/prices", "prices.tsx", "school:settings"),
  priceChanges: at("/billing/prices/changes", "price-changes.tsx", "school:settings", {
    setting: "Price changes",
    in: "Sales",
    words:
      "price|pricing|rates|lesson prices|lesson rate|fees|price list|rate card|how much|price increase|raise prices|raise rates|rate increase|increase prices|price change|new prices|put prices up|increase fees|put up fees|new rates|fee increase|tuition increase|price rise|annual price rise|yearly increase|raise fees|how much does a lesson cost|what does a lesson cost|lesson cost|class fee|course fees|fee schedule|rates per lesson|cost per lesson",
  }),
  discounts: at("/billing/prices/discounts?apply", "discounts.tsx", "school:settings", {
    setting: "Discounts",
    in: "Sales",
    words:
      "discount|sibling discount|coupon|scholarship|reduction|family discount|promo|promo code|bursary|discount code|multi-lesson discount|military discount|percent off|free month|referral discount|early bird|second child discount|sibling rate|staff discount|concession|reduced fee|financial aid|loyalty discount|scholarship student|reduced price|special price|cheaper|half price|hardship|discount for teachers’ kids",
  }),
  packageOffers: at("/billing/prices/packages", "package-offers.tsx", "school:settings", {
    setting: "Packages",
    in: "Sales",
    words:
      "package|lesson package|bundle|punch card|lesson card|block of lessons|prepaid|block booking|lesson block|lesson bundle|ten lessons|5 lessons|10 lessons|20 lessons|class pass",
  }),
  materials: at("/billing/prices/materials?edit", "materials.tsx", "school:settings", {
    setting: "Materials",
    in: "Sales",
    words:
      "material|books|products|merchandise|stock|inventory|sheet music|shop|store|book sales|sell books|retail|products for sale",
  }),
  sellMaterial: at("/billing/materials/sell?family&student", "sell-material.tsx", "invoice:issue", {
    act: "Sell a material",
    words:
      "sell book|sell material|sell strings|broken string|sell|sell a book|sell t-shirts|sell sheet music",
  }),
  rentals: at("/billing/hires?state&search&page", "rentals.tsx", "invoice:read", {
    page: "Instrument rentals",
    words:
      "rental|rent|hire|lend|loan|instrument rental|rented instruments|piano rental|violin rental|rent instruments|loan instrument|instrument inventory|lost instrument|instrument lost|damaged instrument|return a violin|return an instrument|instrument returned|deposit for instrument|instrument deposit|broken instrument|instrument repair|instruments we rent out|instruments we lend|lend a guitar|lend a violin|serial number|guitar rental",
  }),
  newRental: at("/billing/hires/new?family&student", "new-rental.tsx", "invoice:issue", {
    act: "Rent out an instrument",
    words: "rent out|lend instrument|new rental|hire out",
  }),
  rental: at("/billing/hires/:hireId", "rental.tsx", ["invoice:read", "invoice:issue"]),
  packages: at("/billing/packages?state&search&page", "packages.tsx", "invoice:read", {
    page: "Packages sold",
    words:
      "sold packages|package balance|lessons left|unused lessons|package used up|package is used up|lessons left in a package|empty package",
  }),
  sellPackage: at("/billing/packages/new?family&student", "sell-package.tsx", "invoice:issue", {
    act: "Sell a package",
    words: "sell package|sell lessons|sell a bundle",
  }),
  package: at("/billing/packages/:packageId", "package.tsx", "invoice:issue"),
  vouchers: at(
    "/billing/vouchers?state&method&from&to&search&page",
    "vouchers.tsx",
    ["invoice:read", "school:settings"],
    {
      page: "Gift vouchers",
      words:
        "gift voucher|gift vouchers|gift card|gift certificate|voucher|vouchers|present|voucher expiry|voucher liability|redeem|redeem a voucher|redeem a gift card",
    },
  ),
  vouchersFile: at("/billing/vouchers.csv?state&method&from&to&search", "vouchers-csv.ts", "invoice:read"),
  newVoucher: at("/billing/vouchers/new", "new-voucher.tsx", "payment:record", {
    act: "Sell a gift voucher",
    words: "sell voucher|sell gift card|new voucher|sell a gift certificate",
  }),
  voucher: at("/billing/vouchers/:voucherId?family", "voucher.tsx", ["invoice:read", "payment:record"]),
  voucherPdf: at("/billing/vouchers/:voucherId/pdf", "voucher-pdf.ts", "payment:record"),
  moneyHistory: at("/billing/history?kind&method&search&from&to&page", "history.tsx", "invoice:read", {
    page: "Billing history",
    words:
      "payments|payment history|payments received|transactions|cash book|payment journal|receipts|refunds|refund|credit notes|write off|write-off|ledger|checks received|undo a payment|delete a payment|reverse payment|chargeback|dispute|bounced check|nsf|returned check|wrong payment|credit memo|find a payment|bad debt|uncollectible|payment received twice|double payment|overpayment|void payment|money received|payment received by mistake|bank debits|direct debit|who paid today|deposits of a day|refund a family|give money back|money back|send receipt|resend receipt|print a receipt|print receipt|receipt for a family|email a receipt|bounced cheque|returned cheque|money in|refund a parent|who paid this month|paid this month|reciept|proof of payment",
  }),
  expenses: at("/billing/expenses?from&to&category&search&page&kind", "expenses.tsx", "invoice:read", {
    page: "Expenses",
    words:
      "expense|cost|costs|spending|rent|purchases|bills to pay|petty cash|petrol|gas|utilities|supplies|subscriptions we pay|piano tuning|repairs|insurance|cleaning costs",
    parts: [
      {
        page: "Other income",
        at: "?kind=income",
        words:
          "other income|grant|grants|donation|donations|sponsor|sponsorship|subsidy|hall rent|room rental|concert tickets|ticket sales",
      },
    ],
  }),
  expensesFile: at(
    "/billing/expenses.csv?from&to&category&search&kind&vouchers",
    "expenses-csv.ts",
    "invoice:read",
  ),
  newExpense: at("/billing/expenses/new?copy&kind&transfer", "new-expense.tsx", "payment:record", {
    body: aFile,
    act: "Add an expense",
    words: "add expense|new expense|add receipt|record expense",
  }),
  expenseCategories: at(
    "/billing/expenses/categories?edit&kind",
    "expense-categories.tsx",
    "payment:record",
    {
      page: "Expense categories",
      words: "expense category|categories|chart of accounts",
    },
  ),
  expense: at("/billing/expenses/:expenseId", "expense.tsx", ["invoice:read", "payment:record"], {
    body: aFile,
  }),
  expenseReceipt: at("/billing/expenses/:expenseId/receipt", "expense-receipt.ts", "invoice:read"),
  monthSheet: at("/billing/month?month", "month.tsx", ["invoice:read", "school:administer"], {
    page: "Month end",
    words:
      "month end|bookkeeping|accountant|accounting|close month|closing|profit and loss|income|revenue|p&l|financial report|how much money did we make|money we made|earnings|yearly taxes|taxes for the year|tax report|tax return|year end|financial reports|income report|vat return|gst return|hst return|sales tax report|turnover|quarterly taxes|income statement|payout|payouts|card fees",
  }),
  monthBalances: at("/billing/month/balances?month&page", "month-balances.tsx", "invoice:read", {
    page: "Balances",
    words:
      "balances at a day|balance of each family at month end|opening balances|receivables at year end|accounts receivable aging|aged debt|aged debtors|aging report|balance brought forward|brought forward|carried forward",
  }),
  monthFiles: at("/billing/month/files?month", "month-files.tsx", ["invoice:read", "school:administer"], {
    page: "Files for your accountant",
    words: "xero|accountant files|accounting export|journal|export invoices|bookkeeper|export payments",
  }),
  moneyHistoryFile: at("/billing/history.csv?kind&method&search&from&to", "history-csv.ts", "invoice:read"),
  monthSheetFile: at("/billing/month.csv?:month!", "month-csv.ts", "invoice:read"),
  monthSalesFile: at("/billing/month/sales.csv?:month!", "month-sales-csv.ts", "invoice:read"),
  monthPaymentsFile: at(
    "/billing/month/payments.csv?:month!&:method!",
    "month-payments-csv.ts",
    "invoice:read",
  ),
  takePayment: at("/billing/payments/new?family", "take-payment.tsx", "payment:record", {
    act: "Take payment",
    words:
      "take payment|record payment|payment received|cash|check|cheque|paid|enter payment|zelle|venmo|mark as paid|mark invoice paid|deposit|prepayment|down payment|zelle payment|advance payment|till|cash register|point of sale|e-transfer|etransfer|interac|cash app|direct deposit from a family|someone paid me|parent wants to pay|someone wants to pay|pay at the desk|money order",
  }),
  paymentReceipt: at("/billing/payments/:paymentId", "receipt.tsx", ["invoice:read", "payment:record"]),
  paymentReverse: at("/billing/payments/:paymentId/reverse", "payment-reverse.tsx", "payment:record"),
  paymentRefund: at("/billing/payments/:paymentId/refund", "payment-refund.tsx", "payment:record"),
  paymentInvoices: at("/billing/payments/:paymentId/invoices", "payment-invoices.tsx", "payment:record"),
  familyPayers: at("/billing/families/:familyId/payers", "family-payers.tsx", "invoice:issue"),
  newOutsidePayer: at("/billing/families/:familyId/payers/new", "new-outside-payer.tsx", "invoice:issue"),
  outsidePayer: at("/billing/families/:familyId/payers/:payerId", "outside-payer.tsx", "invoice:issue"),
  creditRefund: at("/billing/families/:familyId/refund", "credit-refund.tsx", "payment:record"),
  receiptPdf: at("/billing/payments/:paymentId/pdf", "receipt-pdf.ts", "invoice:read"),
  statement: at("/billing/families/:familyId/statement?from&to&payer", "statement.tsx", "invoice:read"),
  statementPdf: at(
    "/billing/families/:familyId/statement.pdf?from&to&payer",
    "statement-pdf.ts",
    "invoice:read",
  ),
  statementCsv: at(
    "/billing/families/:familyId/statement.csv?from&to&payer",
    "statement-csv.ts",
    "invoice:read",
  ),
  creditNote: at("/billing/credit-notes/:noteId", "credit-note.tsx", "invoice:read"),
  creditNotePdf: at("/billing/credit-notes/:noteId/pdf?as=xml", "credit-note-pdf.ts", "invoice:read"),
  invoiceCredit: at("/billing/invoices/:invoiceId/credit", "invoice-credit.tsx", "invoice:issue"),
  invoicePlan: at("/billing/invoices/:invoiceId/plan", "invoice-plan.tsx", "invoice:issue"),
  familyInstallments: at(
    "/billing/families/:familyId/installments",
    "family-installments.tsx",
    "invoice:issue",
  ),
  invoiceWriteOff: at("/billing/invoices/:invoiceId/write-off", "invoice-write-off.tsx", "invoice:issue"),
  charge: at("/billing/charges/:chargeId?back", "charge.tsx", "invoice:issue"),
  newInvoice: at("/billing/new-invoice?family&from&to&draft&back=ready", "new-invoice.tsx", "invoice:issue", {
    act: "New invoice",
    words:
      "new invoice|create invoice|bill a family|write invoice|add charge|charge a family|send a bill|registration fee|enrollment fee|one-time charge|extra charge|additional fee|materials fee|recital fee|one-time fee|exam fees|exam fee|uniform fee|books fee|manual charge|bill a parent|invoice a parent|bill someone|costume fee|costumes|first invoice",
  }),
  invoice: at("/billing/invoices/:invoiceId", "invoice.tsx", "invoice:read"),
  invoiceVoid: at("/billing/invoices/:invoiceId/void", "invoice-void.tsx", "invoice:issue"),
  invoicesCsv: at("/billing/invoices.csv?*", "invoices-csv.ts", "invoice:read"),
  invoicePdf: at("/billing/invoices/:invoiceId/pdf?as=xml", "invoice-pdf.ts", "invoice:read"),
}
