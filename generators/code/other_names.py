"""What the names in the small and the classic programs may be called instead; `renaming` draws among them.

A line of the tables has the names of a program that go together, then ways to call these. In front may stand the
template for which the line is meant: it goes before the line without one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

Group = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]
"""Names, and ways to call them."""

ANY_ENTRY = (
    *(
        "solve",
        "solution",
        "compute",
        "calculate",
        "work_out",
        "evaluate",
        "determine",
        "process",
        "get_result",
    ),
    *("find_answer", "task", "measure", "result_of", "answer_to", "run_case", "handle"),
)
"""What any function may be called."""

ENTRIES = """
long_runs: long_runs steady_stretches weigh_runs plateaus run_score value_of_runs rate_runs flat_parts repeats
tank: fill_tank water_level run_tank cistern reservoir track_tank basin barrel simulate_tank
digit_steps: settle digit_steps shrink boil_down reduce_number digit_game collapse wear_down
kth_value: pick_value podium ranked kth_value place_of_honour value_at_place choose_value by_rank
window_sums: heavy_parts hot_spots window_sums busy_windows heavy_windows scan_windows check_windows
thin_out: thin_out sparse keep_apart sift spread_out filter_items select_items prune
best_trade: best_trade best_deal profit buy_and_sell largest_gain trade_once best_gain
ways_to_pay: ways_to_pay count_ways payments make_sum coin_orders pay_with_coins payment_ways
nesting: nesting check_brackets bracket_depth how_deep examine_brackets read_brackets bracket_check
run_lengths: encode pack shorten squeeze compress run_code compact abbreviate
shifted_letters: encipher shift_letters scramble code_text move_letters turn_letters rotate_text conceal
covered_length: covered total_shift closed_roads paint_cost joined_length merge_and_sum price_of_cover
sorted_range: between count_range in_range inside range_score tally_range range_balance
counter_queue: queue_time waiting_time done_at counter leaves_at time_of_leaving serve_all when_done
grid_step: next_step one_generation step living_cells after_one_step evolve count_living tick
shared_streak: longest_streak best_stretch good_days form top_stretch streak best_streak
merged_intervals: merge_all join_up put_together collect_blocks study_blocks unite blocks_of
coverage_gaps: study_gaps look_for_gaps uncovered examine_gaps free_time survey_gaps pauses
longest_window: study_stretches allowed_stretch widest_stretch stretch_search scan_stretches
count_pairs: count_pairs pairs how_many_pairs matching_pairs pair_count number_of_pairs count_matches
window_extremes: over_windows slide slide_over window_survey study_windows sweep moving_windows
knapsack: best_choice best_pick choose_best best_selection top_value best_haul largest_value
edit_cost: cost_to_turn price_of_change repair_cost change_cost turning_cost cheapest_edits least_effort
segments_by_sum: study_segments segment_search scan_segments segment_survey check_segments by_sum
pattern_count: how_often occurrences count_part find_part number_of_places count_places appearances
island_survey: survey study_map examine_map regions study_regions survey_regions map_report
linked_groups: survey_links study_groups connected groups_report components network_report
tidy_path: tidy resolve final_place follow_path walk_path clean_path interpret_path
pairing: least_cost lowest_price total_fee cheapest_pairing pair_up cheapest smallest_cost
common_runs: count_runs good_runs matching_runs score_runs run_points rate_parts good_parts
odd_cache: fetch_all run_store serve total_time work_through time_needed service_time
merging_groups: play_log score_events points_of final_points play_events keep_score follow_events
undo_log: final_value replay run_log work_off last_value apply_all end_number follow_log
strangers: best_match best_pair top_pair team_score best_team largest_match pair_score
aligned_pairs: aligned signals threats sum_of_pairs weighted_pairs in_line total_weight
coin_ways: number_of_ways ways_to_choose count_choices choices ways_to_make combinations_for
fuel_ring: find_start starting_place tour good_start round_trip place_to_begin start_of_trip
covered_area: covered shade total_area measure_cover area_cost weigh_area overlap_area
"""

ARGUMENTS = """
tank changes: changes | flows | steps | deltas | pours | transfers | amounts | movements | entries
tank flows: changes | flows | deltas | pours | transfers | amounts | movements | entries
tank steps: changes | flows | steps | deltas | transfers | amounts | movements | entries
tank deltas: changes | flows | deltas | pours | transfers | amounts | movements | entries
digit_steps start: n | number | value | start | given | num | begin_with | initial
digit_steps value: n | number | value | start | given | num | begin_with | initial
digit_steps number: n | number | value | start | given | num | begin_with | initial
digit_steps n: n | number | value | start | given | num | begin_with | initial
best_trade daily: daily | rates | quotes | prices | price_list | per_day | by_day | closing_prices | day_prices
best_trade rates: daily | rates | quotes | prices | price_list | per_day | by_day | closing_prices | day_prices
best_trade quotes: daily | rates | quotes | prices | price_list | per_day | by_day | closing_prices | day_prices
best_trade prices: daily | rates | quotes | prices | price_list | per_day | by_day | closing_prices | day_prices
ways_to_pay target: target | amount | total | price | cost | bill | due | payable | to_pay
ways_to_pay total: target | amount | total | price | cost | bill | due | payable | to_pay
ways_to_pay price: target | amount | total | price | cost | bill | due | payable | to_pay
ways_to_pay amount: target | amount | total | price | cost | bill | due | payable | to_pay
nesting source: source | brackets | line | text | string | expression | signs | sequence | code
nesting brackets: source | brackets | line | text | string | expression | signs | sequence | code
nesting line: source | brackets | line | text | string | expression | signs | sequence | code
nesting text: source | brackets | line | text | string | expression | signs | sequence | code
run_lengths message: line | message | word | signal | text | plain | given | data | source_text
run_lengths line: line | message | word | signal | text | plain | given | data | source_text
run_lengths word: line | message | word | signal | text | plain | given | data | source_text
run_lengths signal: line | message | word | signal | text | plain | given | data | source_text
shifted_letters line: line | message | phrase | plain | text | sentence | given | plain_text | source_text
shifted_letters message: line | message | phrase | plain | text | sentence | given | plain_text | source_text
shifted_letters phrase: line | message | phrase | plain | text | sentence | given | plain_text | source_text
shifted_letters plain: line | message | phrase | plain | text | sentence | given | plain_text | source_text
covered_length sections: sections | pairs | spans | shifts | ranges | stretches | intervals | extents | limits
covered_length pairs: sections | pairs | spans | shifts | ranges | stretches | intervals | extents | limits
covered_length spans: sections | pairs | spans | shifts | ranges | stretches | intervals | extents | limits
covered_length shifts: sections | pairs | spans | shifts | ranges | stretches | intervals | extents | limits
sorted_range marks: marks | ages | ranks | ordered | values | numbers | ascending | entries | listed
sorted_range ages: marks | ages | ranks | ordered | values | numbers | ascending | entries | listed
sorted_range ranks: marks | ages | ranks | ordered | values | numbers | ascending | entries | listed
sorted_range ordered: marks | ages | ranks | ordered | values | numbers | ascending | entries | listed
sorted_range a b: a b | first last | low high | lower upper | low_end high_end | p q | bottom top | lo hi
sorted_range first last: a b | first last | low high | lower upper | low_end high_end | p q | bottom top | lo hi
sorted_range low high: a b | first last | low high | lower upper | low_end high_end | p q | bottom top | lo hi
counter_queue tickets: tickets | needs | orders | wishes | requests | demands | wanted | amounts | items_needed
counter_queue needs: tickets | needs | orders | wishes | requests | demands | wanted | amounts | items_needed
counter_queue orders: tickets | needs | orders | wishes | requests | demands | wanted | amounts | items_needed
counter_queue wishes: tickets | needs | orders | wishes | requests | demands | wanted | amounts | items_needed
counter_queue place: place | person | who | k | target | asked | chosen_one | position | which
counter_queue person: place | person | who | k | target | asked | chosen_one | position | which
counter_queue who: place | person | who | k | target | asked | chosen_one | position | which
counter_queue k: place | person | who | k | target | asked | chosen_one | position | which
grid_step cells: cells | field | grid | rows | board | world | picture | lines | layout
grid_step field: cells | field | grid | rows | board | world | picture | lines | layout
grid_step grid: cells | field | grid | rows | board | world | picture | lines | layout
grid_step rows: cells | field | grid | rows | board | world | picture | lines | layout
shared_streak results: results | scores | grades | marks | values | numbers | ratings | points | entries
shared_streak scores: results | scores | grades | marks | values | numbers | ratings | points | entries
shared_streak grades: results | scores | grades | marks | values | numbers | ratings | points | entries
shared_streak marks: results | scores | grades | marks | values | numbers | ratings | points | entries
coverage_gaps dawn dusk: dawn dusk | opening closing | begin finish | lower upper | from_time to_time | lo hi
coverage_gaps opening closing: dawn dusk | opening closing | begin finish | lower upper | from_time to_time | lo hi
coverage_gaps first last: first last | opening closing | begin finish | lower upper | from_time to_time | lo hi
edit_cost typed meant: typed meant | given wanted | old_text new_text | source goal | before_text after_text | s t
edit_cost strand pattern: strand pattern | given wanted | old_text new_text | source goal | s t | first second
edit_cost source target: source target | given wanted | old_text new_text | origin goal | s t | first second
aligned_pairs pieces: pieces | all_pieces | piece_list | given_pieces | listed_pieces | the_pieces
capacity: capacity | room | space | limit | most | allowed | budget | maximum | cap
room: capacity | room | space | limit | most | allowed | budget | maximum | cap
slots: slots | capacity | room | space | limit | most | maximum | places_free | cap
odd_cache room: slots | capacity | room | space | limit | most | maximum | places_free | cap
odd_cache capacity: slots | capacity | room | space | limit | most | maximum | places_free | cap
target: target | goal | wanted | aim | desired | sought | threshold | given
limit: limit | bound | cap | threshold | allowed | border_value | maximum | boundary
goal: target | goal | wanted | aim | desired | sought | threshold | given
wanted: target | goal | wanted | aim | desired | sought | threshold | given
count_pairs limit: target | goal | wanted | aim | desired | sought | threshold | limit
bound: limit | bound | cap | threshold | allowed | border_value | maximum | boundary
common_runs limit: limit | bound | threshold | reference | border_value | mark | level | given
common_runs rest: rest | wanted | remainder | target | sought | goal | reference | given
width: size | width | span | length | breadth | extent | window_size | k
budget: budget | limit | most | allowed | money | maximum | cap | funds
coin_ways order: order | target | goal | wanted | ordered | desired | sought | required
coverage_gaps begin finish: begin finish | opening closing | dawn dusk | lower upper | from_time to_time | lo hi
size: size | width | span | length | breadth | extent | window_size | k
span: size | width | span | length | breadth | extent | window_size | k
pairing gap: gap | most | tolerance | margin | allowed | limit | difference | bound
pairing limit: gap | most | tolerance | margin | allowed | limit | difference | bound
pairing least: least | needed | minimum | required | threshold | lowest | demanded | bound
n: n | count | size | how_many | total | number | amount
longest_window most: most | limit | allowed | maximum | cap | bound | threshold
cap: cap | limit | largest | bound | maximum | most | max_size | allowed
count: count | n | size | how_many | total | number | node_count
pattern_count part: part | motif | pattern | piece | fragment | sought | needle | key_part
pattern_count motif: part | motif | pattern | piece | fragment | sought | needle | key_part
pattern_count pattern: part | motif | pattern | piece | fragment | sought | needle | key_part
coin_ways amount: amount | target | goal | wanted | due | desired | sought | required
coin_ways length: length | target | goal | wanted | needed | desired | sought | required
coin_ways postage: postage | target | goal | wanted | due | desired | sought | required
coin_ways load: load | target | goal | wanted | needed | desired | sought | required
path: path | route | text | steps_text | line | given | address | way
log: log | actions | entries | commands | orders | instructions | inputs | changes_made
actions: log | actions | entries | commands | orders | instructions | inputs | changes_made
events: events | log | entries | actions | messages | happenings | commands | records
requests: requests | orders | calls | wishes | asked_for | demands | sequence | tool_numbers
odd_cache orders: requests | orders | calls | wishes | asked_for | demands | sequence | tool_numbers
common_runs numbers: numbers | values | nums | sequence | readings | entries | row | given
common_runs values: numbers | values | nums | sequence | readings | entries | row | given
common_runs teeth: teeth | numbers | values | sequence | tooth_counts | entries | row | given
labels: labels | words | names | texts | strings | entries | word_list | given
words: labels | words | names | texts | strings | entries | word_list | given
names: labels | words | names | texts | strings | entries | word_list | given
island_survey field: field | rows | grid | lines | area_map | picture | layout | board | cells
island_survey forest: forest | rows | grid | lines | area_map | picture | layout | board | cells
island_survey chart: chart | rows | grid | lines | area_map | picture | layout | board | cells
values: values | numbers | items | data | readings | samples | nums | sequence | entries | series
numbers: values | numbers | items | data | readings | samples | nums | sequence | entries | series
items: values | numbers | items | data | readings | samples | nums | sequence | entries | series
data: values | numbers | items | data | readings | samples | nums | sequence | entries | series
readings: values | numbers | items | data | readings | samples | nums | sequence | entries | series
samples: values | numbers | items | data | readings | samples | nums | sequence | entries | series
"""

PLURAL = (
    *("{}", "all_{}", "given_{}", "{}_list", "listed_{}", "known_{}", "input_{}", "our_{}", "these_{}"),
    *("{}_given", "{}_in", "{}_seen"),
)
"""What a list whose name is a noun of the statement may be called."""

LOCALS = """
COINS: COINS | VALUES | DENOMINATIONS | COIN_VALUES | KINDS | FACES
DIRECTIONS: DIRECTIONS | SLOPES | VECTORS | HEADINGS | COURSES | BEARINGS
PARTNERS: PARTNERS | PAIRS | OPENERS | MATES | MATCHING | OPENS_WITH
covered_length a b: a b | p q | one other | u v | here there | s t | x y
edit_cost a b: a b | p q | one other | u v | old new | s t | x y
linked_groups a b: a b | p q | one two | u v | x y | here_end other_end | near_end far_end
after: after | inclusive | past_equal | behind | beyond | skip_equal
alike: alike | same | like | matching | equals | similar
amount: amount | level | stored | content | volume | litres | held | filled
level: amount | level | stored | content | volume | litres | held | filled
stored: amount | level | stored | content | volume | litres | held | filled
content: amount | level | stored | content | volume | litres | held | filled
amounts: amounts | counts | counted | tally | frequency | times
window_sums answer: answer | result | found | outcome | chosen | mark | returned | value
window_sums result: answer | result | found | outcome | chosen | mark | returned | value
window_sums found: answer | result | found | outcome | chosen | mark | returned | value
window_sums mark: answer | result | found | outcome | chosen | mark | returned | value
window_sums best: best | limit | bound | threshold | record | border | to_beat
at: at | spot | here | index | station | position
bad: bad | poor | weak | bad_count | faults | misses
before: before | previous | prior | last_y | below | lower_edge
kth_value best: best | order | chosen | top | ranking | leaders | kept | places
kth_value order: best | order | chosen | top | ranking | leaders | kept | places
kth_value chosen: best | order | chosen | top | ranking | leaders | kept | places
kth_value top: best | order | chosen | top | ranking | leaders | kept | places
knapsack best: best | table | top | values | reachable | most_for | worth
edit_cost best: best | cheapest | least | option | lowest | minimum
window_extremes best: best | record | top | chosen | outcome | kept
best: best | top | record | largest | result | outcome | maximum | answer
best_trade top: best | top | record | largest | result | outcome | maximum | profit_made
top: best | top | record | largest | result | outcome | maximum | answer
gain: best | top | record | largest | result | gain | maximum | surplus
longest: best | top | record | longest | result | outcome | maximum | answer
blocks: blocks | merged | joined | groups | parts | clusters | united
border: border | failure | prefix | fallback | links | overlap
bought: bought | buying_price | paid | entry_price | cost | purchase
sorted_range bound: bound | limit | wanted | key | sought | edge | border
char: char | letter | sign | symbol | c | ch | character
letter: letter | char | sign | symbol | c | ch | character
change: change | delta | step | amount_in | shift | entry | flow
covered_area change: change | delta | step | turn | shift | sign
changes: changes | borders | turns | switches | marks | edges
charge: charge | fuel | energy | supply
kept: kept | chosen | picked | taken | selected | result | remaining | held
chosen: kept | chosen | picked | taken | selected | result | remaining | held
picked: kept | chosen | picked | taken | selected | result | remaining | held
thin_out result: kept | chosen | picked | taken | selected | result | remaining | held
odd_cache kept: kept | stored | present | here | cached | held | at_hand
coded: coded | done | letters | output | pieces | signs | written | turned
done: coded | done | letters | output | pieces | signs | written | turned
letters: coded | done | letters | output | pieces | signs | written | turned
shifted_letters output: coded | done | letters | output | pieces | signs | written | turned
coin: coin | value | kind | face | piece | denomination | worth
colour: colour | shade | hue | tint | group | kind
row column: row column | r c | y x | line place | i j | down_at right_at
down right: down right | dr dc | dy dx | rows columns | by_row by_column | move_down move_right
copies: copies | number | times | taken | used | how_often
cost: cost | table | costs | price | dist | cheapest
digit_steps count: count | steps | rounds | taken | turns | done | repeats | moves
steps: count | steps | rounds | taken | turns | done | repeats | moves
rounds: count | steps | rounds | taken | turns | done | repeats | moves
digit_steps taken: count | steps | rounds | taken | turns | done | repeats | moves
count: count | total | number | tally | result | found | amount | hits
counts: counts | options | table | ways | possible | choices | orders | sums
options: counts | options | table | ways | possible | choices | orders | sums
table: counts | options | table | ways | possible | choices | orders | sums
ways_to_pay ways: counts | options | table | ways | possible | choices | orders | sums
ways: ways | counts | table | possible | choices | reach | number_for
current: current | last | previous | running | item | run_value
day: day | sell_day | today | d | i | now | index
dropped: dropped | skipped | removed | left_out | rejected | lost
r c: r c | row column | i j | y x | line place
dr dc: dr dc | di dj | dy dx | down right | by_row by_column
covered_length end: end | reached | covered_to | last | stop | border | edge
start end: start end | begin finish | left right | first last | lo hi | opens closes
start stop: start stop | begin finish | left right | first last | lo hi | opens closes
merged_intervals start stop: start stop | begin finish | left right | opens closes | lo hi | since until
merged_intervals end: end | last_end | reached | border | latest | covered_to
ended: ended | with_kind | using | closed | taken_with | last_used
ends: ends | single | tips | tail_count | ones | leaves
falling rising: falling rising | largest smallest | highs lows | tops bottoms | max_queue min_queue | down up
falling: falling | window | candidates | queue | largest | highs
rising: rising | window | candidates | queue | smallest | lows
field: field | area | ground | layout
first: first | start | lead | begin | head | origin
merged_intervals first last: first last | begin finish | left right | opens closes | lo hi | since until
common_runs first last: first last | start_top start_end | newest older | upper lower | late early
found: found | total | result | score | points | tally | outcome | gathered
long_runs result: found | total | result | score | points | tally | outcome | gathered
long_runs total: found | total | result | score | points | tally | outcome | gathered
score: found | total | result | score | points | tally | outcome | gathered
longest_window found: found | answer | where | spot | begin | at
window_extremes found: found | answer | where | spot | begin | at
island_survey found: found | sizes | patches | results | gathered | measured
free: free | once | table | worth | reachable | with_gift
gaps: gaps | pauses | free_parts | holes | breaks | openings
goal: goal | aim | whole | needed | sum_due | full_price
good: good | fitting | possible | starts | valid | usable
groups: groups | sizes | parts | clusters | counted | found
heap: heap | waiting | candidates | order | ranked | queue
height: height | rows_count | depth | row_total | lines_down | h
segments_by_sum height: height | running | prefix | so_far | total | level
covered_area height: height | depth | h | rise | extent | vertical
height width: height width | row_count column_count | rows columns | h w | depth breadth | tall wide
covered_area width: width | breadth | w | reach | wide | horizontal
here: here | node | current | now | this_one | at
low high: low high | lo hi | lower upper | begin finish | bottom top | small large
covered_length low high: low high | lo hi | lower upper | begin finish | smaller larger | near far
count_pairs low high: low high | lo hi | left right | i j | bottom top | small large
pairing low: low | i | at | here | index | spot
pairing low high: low high | lo hi | left right | i j | bottom top | light heavy
left low right high: left low right high | x1 y1 x2 y2 | west south east north | x_from y_from x_to y_to
history: history | states | past | values | trail | record
run_lengths i j: i j | start end | begin stop | first after | left right | here ahead | p q
edit_cost i j: i j | row column | r c | k m | down across | p q
i: i | at | index | spot | k | position | here
index need: index need | person wants | who needed | number left | i rest | place open_things | asker remaining
inside: inside | counted | present | window | within | amounts
island_survey inside: inside | inner | off_border | free_of_edge | enclosed | interior
joined: joined | merged | current | fresh | now | results
shifted_letters key: key | shift | offset | distance | amount | turn
odd_cache key: key | tool | item | wanted | number | request
kind: kind | sort | what | command | name | verb
kind other: kind other | letters second | one two | signs rest | here there | mine theirs
sizes others: sizes others | lengths more_lengths | own foreign | these those | two_best other_best
other_count: other_count | their_number | second_count | more | count_there | matching
kinds: kinds | groups | by_letters | sets | families | classes
longest_window left: left | begin | start | tail | lower | first
left: left | remaining | rest | to_go | budget | still
longest_window left right: left right | begin end | start stop | tail head | lower upper | i j
length: length | run | size | streak | n | repeats
pattern_count length: length | matched | fits | size | k | state
levels: levels | sums | prefix | totals | running | balance
counter_queue line: line | queue | waiting | people | row_of_people | order | visitors
counter_queue queue: line | queue | waiting | people | row_of_people | order | visitors
counter_queue waiting: line | queue | waiting | people | row_of_people | order | visitors
people: line | queue | waiting | people | row_of_people | order | visitors
line: line | key | track | lane | number | code
listed: listed | entries | pairs | ordered | stored | known
lowest: lowest | cheapest | minimum | least | low | best_buy
marked: marked | special | hits | counted | matching | flags
middle: middle | mid | centre | half | probe | m
missing: missing | lacking | shortage | unmet | short | deficit
n: n | size | count | number | total | length
name: name | action | what | command | kind | verb
name x: name x | action amount | what number | command value | kind k | verb n
near: near | alive | around | living | neighbours | touching
neighbours: neighbours | links | adjacent | edges | graph | next_to
old: old | gone | leaving | former | outgoing | last_value
ordered: ordered | queue | parts | sections | arranged | in_order | tidy
covered_length queue: ordered | queue | parts | sections | arranged | in_order | tidy
covered_length parts: ordered | queue | parts | sections | arranged | in_order | tidy
sections: ordered | queue | parts | sections | arranged | in_order | tidy
count_pairs ordered: ordered | arranged | in_order | ranked | lined_up | rising
other: other | neighbour | next_node | there | friend | target
packed: packed | parts | pieces | output | chunks | written | short_form
parts: packed | parts | pieces | output | chunks | written | short_form
pieces: packed | parts | pieces | output | chunks | written | short_form
output: packed | parts | pieces | output | chunks | written | short_form
pairs: pairs | couples | matched | shared | doubles | twos
parent: parent | leader | above | up | chief | boss
coin_ways part: part | size | value | kind | piece | worth
part: part | amount | reached | total | money | price | sum_so_far
partner: partner | needed | other | mate | second | complement
pending: pending | still_open | stack | waiting | opened | unclosed | open_ones
still_open: pending | still_open | stack | waiting | opened | unclosed | open_ones
nesting stack: pending | still_open | stack | waiting | opened | unclosed | open_ones
nesting waiting: pending | still_open | stack | waiting | opened | unclosed | open_ones
kth_value place: place | at | i | index | rank | spot | position
shifted_letters place: place | code | number | index | shifted | position
island_survey place: place | spot | cell | there | near_cell | next_cell
coin_ways place: place | index | k | number | which | i
place: place | at | i | index | spot | position | where
tidy_path places: places | folders | parts | trail | stack | names
points: points | score | total | balance | gained | result
reached: reached | covered | latest | until | done_to | frontier
nesting result: result | deepest | answer | measure | total | found
result: best | top | record | largest | result | outcome | maximum | answer
seen: seen | visited | known | done | met | noted
count_pairs seen: seen | counts | earlier | met | noted | known
segments_by_sum seen: seen | counts | earlier | met | noted | known
aligned_pairs seen: seen | counts | earlier | met | noted | on_line
shore: shore | edge | coast | borders | rim | sides
size: size | count | members | amount | cells_in | number
knapsack size value: size value | weight worth | needs gives | cost gain | takes brings
merging_groups size: size | members | counts | amount | weight | numbers
sizes: sizes | lengths | two_best | longest | best_two
spilled: spilled | overflow | excess | lost | wasted | too_much
spread: spread | difference | variation | width | gap | swing
stack: stack | todo | open_cells | pending | to_visit | frontier
start: start | begin | first | origin | source | root
window_sums start: start | begin | i | left | first | at | position
sorted_range start end: start end | begin stop | i j | from_here to_here | left right | first_place last_place
sorted_range start: start | begin | i | from_here | first_place | left_at
sorted_range end: end | stop | j | to_here | last_place | right_at
shared_streak start end: start end | left right | begin finish | i j | tail head | first last
common_runs old start: old start | earlier begin | before where | past since | previous origin
starts: starts | results | endings | current | kept | ending_here
step: step | part | name | word | piece | move
window_sums total: total | window | running | current | sum_here | load
shared_streak total: total | running | current | window | sum_here | so_far
knapsack total: total | space | used | load | filled | s
coin_ways total: total | reached | summed | made | s | amount_so_far
digit_steps total: total | weighted | digit_sum | new_value | following | acc
total: total | result | tally | overall | acc | summed | whole
undone: undone | redo_stack | taken_back | future | removed | cancelled
right up weight: right up weight | a b factor | dx dy worth | across upward times | step_x step_y w
digit_steps weight: weight | factor | times | multiplier | w | share
time: time | now | clock | minutes | elapsed | t
counter_queue taken: taken | served | given | got | handed | gets
value: value | item | number | v | entry | element | x
common_runs value: value | combined | now | both | v | mixed
undo_log value: value | number | shown | current | display | v
window: window | candidates | lowest | queue | minima | recent
sorted_range values: values | numbers | items | data | sequence | ordered_items
pairing values: values | ordered | arranged | in_order | ranked | lined_up
word: word | text | label | entry | item | string
common_runs x: x | value | number | element | item | v
merging_groups x y: x y | a b | p q | one two | u v | first second
merging_groups kind: kind | sort | what | command | name | verb
x y: x y | a b | across up_at | p q | east north | u v
covered_area x: x | x_at | edge_x | x_line | x_value | x_edge
covered_area y: y | y_at | edge_y | y_line | y_value | y_edge
xs: xs | cuts | columns | edges | borders | marks
root: root | find | leader_of | chief_of | top_of | boss_of
search: search | find | locate | seek | place_of | bisect_for
"""


@cache
def groups_of(template: str, arguments: bool) -> tuple[Group, ...]:
    """What names of a template's programs may be called, its own lines first, those of more names before others.

    Args:
        template: by name.
        arguments: whether names of arguments are meant, or all others.
    """
    own: list[Group] = []
    common: list[Group] = []
    for line in (ARGUMENTS if arguments else LOCALS).strip().split("\n"):
        head, _, tail = line.partition(": ")
        first, *rest = head.split()
        mine = bool(rest) and first == template
        if not mine and first in entry_names():
            continue  # another template's
        names = tuple(rest if mine else (first, *rest))
        ways = tuple(tuple(way.split()) for way in tail.split(" | "))
        (own if mine else common).append((names, ways))
    return (*_longest_first(own), *_longest_first(common))


def _longest_first(groups: Sequence[Group]) -> list[Group]:
    return sorted(groups, key=lambda group: -len(group[0]))


@cache
def entry_names() -> dict[str, tuple[str, ...]]:
    """What the functions of each template may be called."""
    lines = (line.partition(": ") for line in ENTRIES.strip().split("\n"))
    return {template: (*names.split(), *ANY_ENTRY) for template, _, names in lines}
