"""Other names for what the projects of a domain bind, so that one project is written in many ways.

A line has a name of the project and what it may be called instead. What Python's own types and functions have a name
for is not there, nor what is passed by name; all names of a domain are different (a test holds both).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

_LEDGER = """
Book AccountBook Register Accounts
Journal History EntryLog Postings
_book _filled _book_after _all_done
account holder client owner
amount cents money value
apply_all run_all process_all do_all
balance saldo standing level
balances holdings standings saldos
book register accounts ledger
deposit pay_in put_in credit
extra on_top surcharge added
freeze block lock suspend
frozen blocked locked suspended
kind category label action
lowest deepest minimum_of low_point
lowest_balance lowest_point least_balance deepest_balance
month_end close_month end_of_month finish_month
monthly_interest interest_of interest_for interest_on
number position serial ordinal
of belonging_to entries_of only_of
operations orders commands steps
per_mille thousandths permille share_of
post write_down book_in enter
problem_with_debit objection_to_debit check_debit why_no_debit
problem_with_deposit objection_to_deposit check_deposit why_no_deposit
ranking ranked order_of by_wealth
rate factor share per_thousand
reason cause why objection
refuse reject turn_down decline
refused rejected turned_down declined
release unfreeze unlock thaw
richest wealthiest top_accounts most_wealthy
statement account_statement statement_of statement_for
target receiver recipient payee
transfer move send pass_on
withdraw pay_out take_out draw
withdrawal_fee fee_for fee_of charge_for
CREDIT_PER_MILLE CREDIT_RATE GAIN_PER_MILLE
DEBIT_PER_MILLE DEBIT_RATE CHARGE_PER_MILLE
FEE_PER_MILLE FEE_RATE SHARE_PER_MILLE
FREE_UP_TO FREE_LIMIT WITHOUT_FEE
HANDLERS ACTIONS BY_KIND TABLE
LARGEST_DEPOSIT DEPOSIT_LIMIT MOST_AT_ONCE
LEAST_FEE MINIMUM_FEE SMALLEST_FEE
OVERDRAFT CREDIT_LINE MAY_OWE
details arguments rest parameters
entry posting row record
fee charge cost
handler function doer what_to_do
least smallest minimum lowest_yet
lines rows output listing
operation order command step
ordered in_order arranged best_first
entries postings records written
journal history entry_log changes
fees charges costs
interest interests gains
rounding rounded shares
rules limits checks
reports views summaries
"""

_TEXT_INDEX = """
Index WordIndex Inverted Catalogue
_count _counted _take_in _add_words
_first_hit _hit _first_match _where
all_words vocabulary known_words every_word
body content main_text
complete complete_word completions_for completed
completions suggestions proposals offers
cut clipped section excerpt_of
document page paper
documents pages papers collection
frequencies word_counts word_frequencies how_often
is_stop is_common left_out ignored
longest longest_document most_words wordiest
number place_in_list serial doc
numbers candidates serials docs
parse understood read_query analysed
pieces chunks written_words units
query request question
ranked best_first in_order ordered
raw_words plain_words letters_runs tokens
score points relevance worth
search look_up query_documents lookup
snippet snippet_of show_snippet best_snippet
stem base_form shortened root
table counts_by_word postings side
text passage written
total overall sum_of occurrences_of
wanted required needed must_have
with_word containing having holders
word term token
words terms found_words
words_of terms_of tokens_of indexed_words
AFTER BEHIND WORDS_AFTER
BEFORE AHEAD WORDS_BEFORE
LEAST SHORTEST MINIMUM
LETTERS ALPHABET SIGNS
LIMIT MOST AT_MOST
STOP_WORDS COMMON_WORDS IGNORED
TITLE_WEIGHT TITLE_BONUS TITLE_FACTOR
fitting matching suitable
found hits result
hit where at_piece
lengths sizes word_totals
letter char sign
part bit fragment
piece chunk unit
place spot index_of
places spots where_found
target goal into
unwanted excluded forbidden
bodies contents texts
titles headings headlines
queries asking query_rules
ranking order_of relevance_order
stems endings base_forms
stops common ignored_words
snippets snippet_rules cutting
completion suggesting typing
"""

_ROOMS = """
House Building Rooms Plan
agenda agenda_of day_agenda personal_agenda
between remaining uncovered rest_of
blocked kept occupied reserved
book assign reserve_room place_request
book_all assign_all handle_all deal_with
busiest peak most_at_once rush
day date weekday
days_of dates_of span_of_days all_days
end until to
first one earlier
gaps free_times openings idle_times
house building site
is_free is_empty fits available
length duration minutes_in size_of
minutes_of parsed from_text as_minutes
on of_day meetings_on that_day
overlap intersect collide share_time
people persons group_size heads
request application wish
requests applications wishes
room chamber hall
room_for find_room best_room choose_room
rooms placements assignments allotted
second two later
span period slot
spans periods slots
text written clock_text
text_of formatted as_text shown
who person guest
whole frame outer
CLOSE CLOSING SHUT
LEAST_GAP SHORTEST_GAP MINIMUM_GAP
OPEN OPENING BEGIN
PAUSE BREAK EMPTY_AFTER
ROOMS ALL_ROOMS SEATS
begin opening start_minute
best choice best_yet
change step delta
changes steps deltas
colon separator mark
finish closing end_minute
free empty_times left
hours hour hour_text
meeting booking_entry appointment
mine own theirs
most largest highest
name label room_name
now current going_on
other existing taken_span
other_day its_day existing_day
other_room its_room existing_room
owner holder booked_by
place where location
position cursor reached
results outcomes answers
seats places_in capacity
taken busy used
totals sums by_person
meetings bookings appointments
clock times times_of_day
repeats repetition several_days
booking assigning allocation
reports questions views
settings config constants
"""

_CALCULATOR = """
CalculationError CalcError BadExpression Failure
Parser Reader TreeBuilder ExpressionReader
Session Run Worksheet Conversation
atom primary unit factor
base bottom root
calculate evaluate_lines compute run_lines
call function_call invoked apply_function
chain left_to_right series row_of
checked in_range limited verified
combine apply_sign operate joined
depth nesting height levels
evaluate value_of result_of worked_out
exponent top times
left first_value left_value
line entry row
lines entries rows
name word label
names known variables memory
need expect require must_take
operand reader_of next_operand part_reader
operators operations count_operators sign_count
parse tree_of read build
parts_of children below_of branches
peek upcoming look next_token
postfix to_postfix as_postfix postfix_form
power powered exponentiation raised
product term products multiplied
right second_value right_value
sign symbol operator_sign
signed negated unary with_minus
signs symbols operator_signs
take accept skip consume
text source written
tokens_of tokenize scan lex
tree node expression_tree
value number result
whole complete entire everything
LIMIT LARGEST BOUND
SIGNS SYMBOLS MARKS
TABLE KNOWN FUNCTIONS
argument given item
arguments givens items_read
below inner under
equals assignment equal_sign
expression formula right_side
function action worker
kind sort_of variety
least fewest minimum
letter char character
most largest_number maximum
part child branch
parts children_found pieces
position at cursor
session run worksheet
target goal variable
tokens symbols_read stream
arithmetic calculations number_rules
errors failures problems
evaluation evaluating tree_values
functions built_ins known_functions
lexer scanner tokenizer
measures metrics measuring
parser grammar tree_builder
writing output notation
"""

_EVENTS = """
Calendar DayCounter Timeline Days
Entry Record Event LogLine
alerts warnings alarms_of raised
broken malformed unreadable bad_lines
bursts clusters outbursts storms
counts by_level level_counts tally
entries records events
entry record event
is_grave is_serious is_bad counts_as_grave
least lowest_rank threshold
level severity grade
line row raw
lines rows_given log
loudest noisiest most_active chattiest
matches fits is_wanted suits
message content wording
moment instant timestamp
number position line_number
other previous another
parts_of fields_of taken_apart split_line
rank place_of severity_of order_of
read parse_log load_entries understand
repeats same_as is_copy_of says_again
runs series grouped rows_of_grave
seconds secs second_count
seconds_of time_of parse_time as_seconds
sessions login_times time_online stays_of
source sender origin
text written time_text
DAY SECONDS_OF_DAY FULL_DAY
DOOR GATE LOGIN_SOURCE
GAP LONGEST_GAP PAUSE
LEAST SMALLEST FEWEST
LEVELS SEVERITIES GRADES
LIMIT ROW_LENGTH MANY
calendar timeline day_counter
colon separator mark
found result collected
group cluster bunch
groups clusters_found bunches
hours hour hour_number
last newest latest
letter char character
mine own this_one
minutes minute minute_number
ordered ranked in_order
part piece bit
parts pieces bits
rows streaks in_a_row
since logged_in entered
totals sums overall
user visitor person
verb action word
days day_count days_gone
questions queries simple
reader loader intake
levels severities grades
times clock time_of_day
alarms alert_rules watch
stays visits presence
"""

_WAREHOUSE = """
Lots Batches LotQueue Pile
Reservations Claims Bookings Reserved
Store Depot Inventory Warehouse
_store _after _filled _depot
bring receive put_in store_lot
bring_back give_back return_pieces undo_out
bring_in arrive deliver incoming
cancel call_off give_up drop
collect pick_up fetch hand_out
cost expense spent outlay
customer client buyer
end finish close_out forget
free available at_hand open_stock
item article product
knows has_seen ever_had is_known
move_all apply_all run_all process
movements actions transactions steps
movers best_sellers top_items most_taken
name kit_name label
of held_for belonging_to amount_for
packs whole_packs rounded_up in_packs
parts_of needed_for contents_of recipe
price unit_price each_price
problem_with objection why_not check
refused rejected declined turned_down
reserve hold set_aside earmark
stock on_hand inventory pieces_left
store depot house
take use_up withdraw get_out
take_kits remove_kits kits_out assemble
take_out outgoing send_out deliver_out
to_order shopping_list reorder missing_items
total overall all_held sum_of
value worth stock_value total_value
HANDLERS ACTIONS BY_KIND TABLE
KITS SETS RECIPES
MINIMUM LEAST_FREE REORDER_BELOW
PACK PACK_SIZE PER_PACK
TARGET GOAL FILL_UP_TO
counts amounts pieces_by_key
details arguments rest
each per_kit single
handler function doer
kept reserved_item its_item
kind verb action
lot batch bundle
lots batches by_item
needed required amount_needed
number position serial
ordered ranked in_order
part component ingredient
parts components ingredients
reason cause objection_found
taken used_up removed
there present pieces_there
wanted orders to_buy
last_price latest_price newest_price
queue line row
reservations claims bookings
figures numbers statistics
kits sets bundles
ordering purchasing restocking
settings config house_rules
"""

_TABLES = {
    "ledger": _LEDGER,
    "text index": _TEXT_INDEX,
    "rooms": _ROOMS,
    "calculator": _CALCULATOR,
    "events": _EVENTS,
    "warehouse": _WAREHOUSE,
}


@lru_cache(maxsize=16)
def other_names(domain: str) -> Mapping[str, tuple[str, ...]]:
    """What each name of a domain's projects may be called, itself included."""
    lines = (line.split() for line in _TABLES[domain].strip().split("\n"))
    return {line[0]: tuple(line) for line in lines}
