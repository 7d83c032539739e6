import { writeFileSync } from "node:fs"
import { test } from "vitest"
import { Browser } from "../../support/app"
import { openSchool } from "../../support/school"
const words = `how do I add a teacher
where do I see who owes me money
cancel subscription
export everything
refund
GDPR
delete student
remove a student
sms
text messages
quickbooks
stripe
zoom integration
zoom
e-signature
esignature
docusign
sign contract
contracts
waiver form
liability waiver
who hasn't paid
unpaid
late payers
send invoices
send a bill
how much money did we make
revenue
profit
taxes for the year
1099
w-9
w9
payroll export
direct deposit
gift card
online booking
website
registration form
enrollment form
logo
branding
colors
dark mode
language
spanish
translate
mobile app
iphone app
app
print schedule
print attendance
student notes
lesson notes
homework
practice
sheet music
video lessons
recordings
inventory
instrument rental
piano rental
locations
second location
studio policy
terms of service
privacy
privacy policy
data protection
consent
photo consent
medical info
allergy
birthday
birthdays
birthday list
age
siblings
family discount
military discount
prorate
proration
pro rata
registration fee
enrollment fee
one time charge
add a charge
credit a family
account credit
credit note
void invoice
delete invoice
edit invoice
invoice template
email template
email templates
message templates
reminder emails
automatic emails
invoice due
due dates
change due date
statement
account statement
send statement
receipt
receipts
check payment
cash payment
credit card payment
card processing fee
surcharge
convenience fee
tip
payment methods
chargeback
dispute
bounced check
nsf
reverse payment
undo payment
delete payment
mark as paid
partial payment
deposit
prepayment
makeup
make-ups
make up credits
expire credits
no-show
no shows
cancellation fee
late cancel
24 hours notice
inclement weather
weather closure
closed day
thanksgiving
christmas
summer break
spring break
summer camp
camp
camps
group class
group lesson
private lesson
add lesson
recurring lesson
change lesson time
move lesson
switch teacher
change teacher
teacher left
teacher quits
fire a teacher
deactivate teacher
delete teacher
teacher availability
teacher schedule
teacher pay rate
teacher hours
timesheet
time sheets
time clock
sub teacher
find a substitute
room schedule
room conflicts
double booking
conflicts
overlap
capacity
class size
roster
class list
attendance report
attendance history
progress reports
report card
certificates
skills tracking
exam results
recital program
concert program
tickets
lead
leads
inquiries
new inquiry
prospects
trial
free trial lesson
trial lesson
conversion
churn
retention
dropouts
former students
inactive students
archive student
pause student
leave of absence
vacation hold
re-enroll
reenrollment
renewals
new year
roll over classes
copy classes
duplicate class
merge students
import from my music staff
import from opus1
csv
upload
bulk edit
bulk email
mass text
newsletter
announcement
email parents
email a class
unsubscribe
spam
emails not arriving
email bounced
parent login
reset parent password
student login
invite a parent
parent can't log in
portal
users
add user
admin rights
permissions for front desk
receptionist
bookkeeper
accountant access
two factor
change my email
change my password
log out
timezone
currency
date format
start of week
school hours
holidays
public holidays
audit
who deleted
history
undo
restore deleted
trash
backup
download data
delete account
close my school
upgrade
plan limits
more students
billing
my invoice from tutti
subscription receipt
change credit card
update payment method
contact support
help
feature request
report a bug
api
webhook
zapier
google calendar
outlook
apple calendar
ical
google classroom
google meet
mailchimp
facebook login
xero
freshbooks
square
venmo
zelle
apple pay
ach
direct debit
autopay
auto charge
payment plan
installments
scholarship
donations
fundraising
grants
store
merchandise
t-shirts
book sales
gst
sales tax
vat number
tuition
flat rate
semester billing
monthly billing
bill by lesson
packages
punch cards
lesson packs
how do I change a price
raise my rates
discounts
promo code
referral
referral program
loyalty points
gamification
leaderboard
forms
surveys
feedback from parents
reviews
background check
employee documents
hr
kiosk
check in
qr code check in
barcode
sign in sheet
door sheet
whiteboard
livestream
chat
group chat
notifications
push notifications
sound
font size
accessibility
keyboard shortcuts
tutorial
getting started
demo data
sample data
attendence
recieve payment
invocies
shcedule
familes
studnets
teachres
calender
tuitoin
cancelation
enrolment
programme
organisation
colour
substitue
absense
holliday`.split("\n")
test("probe", async () => {
  const b = await Browser.of(openSchool().userId)
  const out: string[] = []
  for (const w of words) {
    const groups = await (await b.visit(`/search.json?q=${encodeURIComponent(w)}`)).json()
    out.push(`${w} => ${groups.map((g: any) => `[${g.label}] ${g.found.slice(0, 2).map((f: any) => f.title + (f.detail && g.label === "Settings" ? ` (${f.detail})` : "")).join(", ")}`).join("; ").slice(0, 170) || "NOTHING"}`)
  }
  writeFileSync("/tmp/h-search/probe.txt", out.join("\n"))
})
