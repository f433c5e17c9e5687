/* Made by `npm run types` from docs/protocol.schema.json: do not edit. */

/**
 * Version 1 of the protocol between Reihum's server and its clients.
 */
export type Protocol = (Request | Answer | Health | GameList | TextList | OpenTablePage | NewTable | Invitation | Summary | JoinTable | You | TableList | HistoryPage | PersonStatistics | NewCircle | CircleView | CircleMatches | NewName | NewRules | Join | CircleList | DailyView | CircleWeek | Verdict | PlayedMatch | ImportedMatch | Replay | Reviewed | TransferLink | TransferWord | Announcement | NoticeKey | Device | DeviceAddress | Fault)
export type Request = (MakeMove | Quiet | Sit | Stand | Agree | SeatBot | Change | SetPace | Start | Next | Words | Say | Rename | Leave | Remove | Rematch | Look | Whole | Why | Hint)
export type Answer = (Welcome | Snapshot | Update | Presence | Done | Refused | Because | Hinted | Closing | Dismissed)

/**
 * Make a move or a call at the seat you look from.
 */
export interface MakeMove {
type: "move"
move: string
id: string
}
/**
 * Do not call, at a calm table.
 */
export interface Quiet {
type: "quiet"
id: string
}
/**
 * Take a free seat or a bot's. A second seat needs the name of the person who plays there. While a round runs, the
 *     seated people are asked first.
 */
export interface Sit {
type: "sit"
seat: number
name?: string
id: string
}
/**
 * Give a seat up; in a running match a bot takes it.
 */
export interface Stand {
type: "stand"
seat: number
id: string
}
/**
 * Say whether somebody may take a bot's seat while the round runs. Without everybody's consent they sit down when
 *     the round is over.
 */
export interface Agree {
type: "agree"
seat: number
agree?: boolean
id: string
}
/**
 * Put a bot at a seat, change its level, or take it away (empty level).
 */
export interface SeatBot {
type: "bot"
seat: number
level?: string
id: string
}
/**
 * Change settings before the match begins; settings you do not name stay.
 */
export interface Change {
type: "change"
game?: string
seats?: number
options?: {

}
rounds?: (number | string | null)
until?: (number | null)
open?: boolean
pace?: ("days" | "instant" | "normal" | "quick" | "relaxed")
calm?: boolean
tie_window?: number
call_pause?: number
wrong_pause?: number
turn_seconds?: number
grace_seconds?: number
chat?: boolean
id: string
}
/**
 * Change how fast bots play, at any time; everybody who has a seat may.
 */
export interface SetPace {
type: "pace"
pace: ("days" | "instant" | "normal" | "quick" | "relaxed")
id: string
}
/**
 * Begin the match; bots of the level ``fill`` take the empty seats. ``youngest`` is the seat of the youngest
 *     player, if that player begins.
 */
export interface Start {
type: "start"
fill?: string
youngest?: (number | null)
id: string
}
/**
 * Deal the next round.
 */
export interface Next {
type: "next"
id: string
}
/**
 * Add your words to the next deal, at the seat you look from.
 */
export interface Words {
type: "words"
words: string
id: string
}
/**
 * Say a preset phrase, or free words if the table allows them.
 */
export interface Say {
type: "say"
phrase?: string
words?: string
id: string
}
/**
 * Take a new name.
 */
export interface Rename {
type: "rename"
name: string
id: string
}
/**
 * Leave the table.
 */
export interface Leave {
type: "leave"
id: string
}
/**
 * Remove somebody from the table.
 */
export interface Remove {
type: "remove"
person: string
id: string
}
/**
 * Make another table with the same people, for the same game or another one.
 */
export interface Rematch {
type: "rematch"
game?: string
options?: {

}
rounds?: (number | string | null)
until?: (number | null)
id: string
}
/**
 * See the table from another of your seats, or as a spectator (null). Answered by ``table``, then ``done``.
 */
export interface Look {
type: "look"
seat?: (number | null)
id: string
}
/**
 * See the whole table as it stands now. Answered by ``table``, then ``done``.
 */
export interface Whole {
type: "view"
id: string
}
/**
 * Ask why a card or a move is not possible now. Answered by ``why``.
 */
export interface Why {
type: "why"
about: string
id: string
}
/**
 * Ask what an expert would do now, if all other players are bots. Answered by ``hint``.
 */
export interface Hint {
type: "hint"
id: string
}
/**
 * The first message. The missed events or the whole table follow.
 */
export interface Welcome {
type: "welcome"
protocol: number
table: string
you: string
}
/**
 * The table as it stands now, for one person at one seat. ``key`` invites others; only guests of the table get
 *     it. ``arriving``: see ``Presence``. ``due``: when the time for this turn is up at a table that lasts for days
 *     (milliseconds since 1970).
 */
export interface Snapshot {
type: "table"
number: number
you: string
seat: (number | null)
seats: number[]
lobby: Lobby
present?: string[]
arriving?: number
view?: (MatchView | null)
key?: string
due?: number
}
/**
 * The table without its cards: who is there, where they sit, what is played. ``in_charge`` may set it up; ``pace``
 *     is how fast bots play; ``rules`` is the version of the game's rules; ``commitment`` belongs to the next deal;
 *     ``next`` is the table of the rematch, with its key, its game and the person who asked for it.
 */
export interface Lobby {
table: string
settings: Settings
in_charge: string
people: {
[k: string]: string
}
seats: Seat[]
levels: string[]
pace?: ("days" | "instant" | "normal" | "quick" | "relaxed")
rules?: number
started?: boolean
commitment?: string
words?: {
[k: string]: string
}
next?: string
next_key?: string
next_by?: string
next_game?: string
closed?: boolean
takeovers?: Takeover[]
}
/**
 * The settings of a table. ``tie_window``, ``call_pause`` and ``wrong_pause`` are in milliseconds (RULEBOOK §4).
 */
export interface Settings {
game: string
seats: number
options?: {

}
rounds?: (number | string | null)
until?: (number | null)
open?: boolean
pace?: (("days" | "instant" | "normal" | "quick" | "relaxed") | null)
calm?: boolean
tie_window?: number
call_pause?: number
wrong_pause?: number
turn_seconds?: number
grace_seconds?: number
chat?: boolean
circle?: string
daily?: string
youngest?: boolean
}
/**
 * A seat: a person's, a bot's (``level``), or free. While its person is ``away`` a bot stands in. ``chosen``:
 *     somebody wants this bot here, so that nobody takes its seat by arriving.
 */
export interface Seat {
person?: string
name?: string
level?: string
away?: boolean
chosen?: boolean
}
/**
 * A person who wants a bot's seat while a round runs, and what the seated people have answered.
 */
export interface Takeover {
seat: number
person: string
name: string
answers?: {
[k: string]: boolean
}
}
/**
 * A round's view with the score sheet. ``rounds`` is None where points end the match; ``until`` says how
 *     many, unless an option of the game does.
 */
export interface MatchView {
round: number
rounds: (number | null)
sheet: number[][]
totals: number[]
view: View
outcome?: (Outcome | null)
until?: (number | null)
}
/**
 * All that one seat (None: a spectator) may know about a position: what a bot chooses from, and what a page draws.
 * 
 *     ``prompt`` says what the seat is asked for, ``zones`` are the parts of the table, ``moves`` the moves it may make by
 *     kind (``reihum.offered`` lists them all), and ``calls`` the words that can be called out of turn.
 */
export interface View {
game: string
seat: (number | null)
prompt: Message
players: Player[]
zones: (Rows | Hand | Pile | Piles | Grid | Tokens | Text)[]
moves?: Form[]
calls?: string[]
outcome?: (Outcome | null)
}
/**
 * What to say, without the text: ``Message("rows.prompt.lay", {"count": 6})``.
 */
export interface Message {
key: string
values?: {

}
}
/**
 * A player as everybody sees it. ``cards``: how many (a rough text where a game says so); ``points``: in
 *     this round so far, where the game counts as it goes.
 */
export interface Player {
seat: number
cards?: (number | string)
points?: (number | null)
acts?: boolean
}
/**
 * Rows, from top to bottom.
 */
export interface Rows {
kind: "rows"
rows: Row[]
name: string
owner?: (number | null)
marks?: {
[k: string]: unknown[]
}
}
/**
 * One row: its range, the cards in it (a joker as ``J>B7``), the places that are open, the connections.
 */
export interface Row {
colour: string
low: number
high: number
cards?: string[]
open?: string[]
links?: string[]
}
/**
 * A hand: yours face up and sorted, another as a number of cards.
 */
export interface Hand {
kind: "hand"
cards?: string[]
count?: (number | string)
name: string
owner?: (number | null)
marks?: {
[k: string]: unknown[]
}
}
/**
 * A single pile, face down or face up.
 */
export interface Pile {
kind: "pile"
pile: Stack
name: string
owner?: (number | null)
marks?: {
[k: string]: unknown[]
}
}
/**
 * A pile: its top card if that lies face up, and the number of its cards.
 */
export interface Stack {
count?: (number | string)
top?: string
}
/**
 * Several piles side by side, numbered from 1.
 */
export interface Piles {
kind: "piles"
piles: Stack[]
name: string
owner?: (number | null)
marks?: {
[k: string]: unknown[]
}
}
/**
 * Places numbered from 1: a card that lies face up, ``"?"`` for one face down, ``""`` where none is left.
 */
export interface Grid {
kind: "grid"
places: string[]
columns: number
name: string
owner?: (number | null)
marks?: {
[k: string]: unknown[]
}
}
/**
 * A number of tokens, marks, bonus or connection cards. ``sign`` stands for the word in little room.
 */
export interface Tokens {
kind: "tokens"
count: number
label: string
sign?: ("" | "arrow-down" | "arrows" | "bubble-cross" | "bubble-question" | "card-away" | "card-down" | "card-out" | "card-over" | "card-tick" | "card-to-hand" | "cards-equal" | "cards-linked" | "eye" | "flag" | "octagon" | "question-mark" | "rings" | "skip" | "stack-up" | "star" | "thumb" | "tick")
name: string
owner?: (number | null)
marks?: {
[k: string]: unknown[]
}
}
/**
 * Something to read, such as the number claimed last.
 */
export interface Text {
kind: "text"
message: Message
name: string
owner?: (number | null)
marks?: {
[k: string]: unknown[]
}
}
/**
 * Moves of one kind: the verb and a choice for each of its slots. Any combination is a legal move;
 *     its text is the verb and the chosen values with blanks between. ``source`` is the zone it takes a card from,
 *     ``target`` the zone it leads to; ``routine``: see ``Verb``. A client asks before a ``weighty`` move.
 */
export interface Form {
verb: string
choices?: Choice[]
target?: string
routine?: boolean
source?: string
weighty?: boolean
}
/**
 * What to choose for one slot of a move: ``least`` to ``most`` of some values, or a number from low to high.
 *     ``zone`` is where a client points at a value; if each value of ``of`` stands for a zone, ``zones`` names them.
 */
export interface Choice {
kind: ("card" | "link" | "number" | "pile" | "place" | "seat" | "word")
zone?: string
of?: (string | number)[]
zones?: string[]
low?: number
high?: number
least?: number
most?: number
}
/**
 * How a round or a match ended: the reason, the points by seat, and the places by seat. Ties share a place:
 *     ``(1, 2, 2, 4)``.
 */
export interface Outcome {
reason: string
points: number[]
places: number[]
}
/**
 * Something that has happened, as one seat may know it. ``view`` and ``lobby`` are there if they have changed and
 *     no newer update follows at once. ``card``: there is something new to react to. ``due``: see ``Snapshot``.
 */
export interface Update {
type: "event"
number: number
at: number
what: (Made | Joined | Left | Renamed | Seated | Asked | Answered | Vacated | BotSeated | Changed | Paced | Promised | Worded | Dealt | Played | Finished | StoodIn | Returned | Said | Followed | Closed)
shown?: Shown[]
card?: boolean
view?: (MatchView | null)
lobby?: (Lobby | null)
due?: number
}
/**
 * The table is there.
 */
export interface Made {
kind: "made"
}
/**
 * Somebody has come to the table.
 */
export interface Joined {
kind: "joined"
person: string
name: string
}
/**
 * Somebody has left the table.
 */
export interface Left {
kind: "left"
person: string
}
/**
 * Somebody has a new name.
 */
export interface Renamed {
kind: "renamed"
person: string
name: string
}
/**
 * Somebody has sat down.
 */
export interface Seated {
kind: "seated"
seat: number
person: string
name: string
}
/**
 * Somebody asks for a bot's seat while the round runs.
 */
export interface Asked {
kind: "asked"
seat: number
person: string
name: string
}
/**
 * A seated person has said whether somebody may take a bot's seat now.
 */
export interface Answered {
kind: "answered"
seat: number
person: string
agree: boolean
}
/**
 * A seat is free.
 */
export interface Vacated {
kind: "vacated"
seat: number
}
/**
 * A bot has taken a seat.
 */
export interface BotSeated {
kind: "bot"
seat: number
level: string
}
/**
 * The settings have changed.
 */
export interface Changed {
kind: "changed"
}
/**
 * Bots play faster or more slowly.
 */
export interface Paced {
kind: "paced"
pace: ("days" | "instant" | "normal" | "quick" | "relaxed")
}
/**
 * The commitment to the next deal: SHA-256 of its secret.
 */
export interface Promised {
kind: "promised"
round: number
commitment: string
}
/**
 * A seat has added its words to the next deal.
 */
export interface Worded {
kind: "words"
seat: number
words: string
}
/**
 * A round has been dealt. ``secret`` is there only if the deal has also ended the round.
 */
export interface Dealt {
kind: "dealt"
round: number
secret?: string
}
/**
 * A move has been made. ``secret`` is what the round was dealt from, if the move has ended it.
 */
export interface Played {
kind: "played"
secret?: string
}
/**
 * The match is over.
 */
export interface Finished {
kind: "finished"
}
/**
 * A bot stands in at a seat.
 */
export interface StoodIn {
kind: "stood-in"
seat: number
}
/**
 * The person is back at the seat.
 */
export interface Returned {
kind: "returned"
seat: number
}
/**
 * Somebody has said something: a preset phrase or free words.
 */
export interface Said {
kind: "said"
person: string
phrase?: string
words?: string
}
/**
 * The same people go on at another table: who asked for it (``by``), and which game they play there.
 */
export interface Followed {
kind: "followed"
table: string
key: string
by?: string
game?: string
}
/**
 * The table is closed.
 */
export interface Closed {
kind: "closed"
}
/**
 * An event as one seat sees it: for animation, log and speech. ``count`` tells of cards that stay hidden.
 */
export interface Shown {
kind: string
seat?: (number | null)
cards?: string[]
count?: (number | string)
source?: string
target?: string
values?: {

}
moment?: (Moment | null)
}
/**
 * Something is decided: clients show it large for a while. The sentence of its event says the result.
 */
export interface Moment {
kind: ("call" | "challenge" | "count" | "last" | "miss" | "nearest" | "pair" | "reward" | "row" | "set" | "trick")
cards?: MomentCard[]
winners?: number[]
figure?: (number | null)
figures?: number[]
}
/**
 * A card of a moment and the seat it belongs to; None: the table.
 */
export interface MomentCard {
card: string
seat?: (number | null)
}
/**
 * Who is connected now, and before the match how many more have opened the link but not joined (``arriving``). It
 *     has no number, because it is about this moment only.
 */
export interface Presence {
type: "presence"
present: string[]
arriving?: number
}
/**
 * A command has been carried out and is on disk. ``number`` is the last event it has caused.
 */
export interface Done {
type: "done"
id: string
number: number
}
/**
 * A request was refused, and why. Where ``wait`` is given, try again after this many seconds.
 */
export interface Refused {
type: "refused"
id: string
code: string
message: Message
wait?: number
}
/**
 * Why a card or a move is not possible now. Without a message it is possible.
 */
export interface Because {
type: "why"
id: string
about: string
message?: (Message | null)
}
/**
 * What an expert would do now and why, with the chance to win where it is known. ``level`` is the level that has
 *     answered instead, as long as the expert is not ready.
 */
export interface Hinted {
type: "hint"
id: string
move: string
why: Message
chance?: (number | null)
level?: string
}
/**
 * The server stops. Come back after this many seconds; nothing is lost.
 */
export interface Closing {
type: "closing"
seconds: number
}
/**
 * You are no longer welcome at the table.
 */
export interface Dismissed {
type: "dismissed"
}
/**
 * The state of the server.
 */
export interface Health {
status: ("ok" | "stopping" | "storage")
version?: string
protocol?: number
warm?: boolean
backup?: ("" | "failed" | "ok")
}
/**
 * All games, in one language.
 */
export interface GameList {
language: string
games: GameEntry[]
}
/**
 * A game. ``texts`` begins the keys of its texts, ``levels`` are its bots, the weakest first; ``until`` is the
 *     option that ends a match by points, if one does.
 */
export interface GameEntry {
id: string
texts: string
name: string
summary: string
age: number
seats: number[]
options: OptionEntry[]
seats_need: SeatsNeed[]
levels: string[]
calls: string[]
simultaneous: boolean
secrets: boolean
lowest_wins: boolean
until: string
targets: number[]
sorting: ("colour" | "number")
examples: Example[]
lesson: LessonStep[]
signs: {
[k: string]: "" | "arrow-down" | "arrows" | "bubble-cross" | "bubble-question" | "card-away" | "card-down" | "card-out" | "card-over" | "card-tick" | "card-to-hand" | "cards-equal" | "cards-linked" | "eye" | "flag" | "octagon" | "question-mark" | "rings" | "skip" | "stack-up" | "star" | "thumb" | "tick"
}
picture: View
}
/**
 * An option, with a line of ``help``. Numbers go from ``low`` to ``high``, those for ``each`` seat with commas
 *     between; a ``seat`` is one of the table's, ``random`` or ``youngest``; the others are one of ``values``. ``needs``:
 *     has a meaning only while that option has that value. ``effect``: what an option without ``values`` changes.
 */
export interface OptionEntry {
name: string
label: string
help?: string
kind: ("choice" | "each" | "flag" | "number" | "seat")
default: (boolean | number | string)
values?: ValueEntry[]
low?: number
high?: number
needs?: (never[] | null)
effect?: string
}
/**
 * A value that an option can have, with its name. ``effect``: what it changes, found by playing many rounds;
 *     ``picture``: cards that show what it means (``?``: face down).
 */
export interface ValueEntry {
value: (boolean | number | string)
label: string
effect?: string
picture?: string[]
}
/**
 * A number of players that need an option to have a value.
 */
export interface SeatsNeed {
seats: number
option: string
value: (boolean | number | string)
}
/**
 * A picture for the section ``turn`` of the rules. Its text is ``<game>.example.<name>`` and says all that the
 *     picture shows.
 */
export interface Example {
name: string
groups: string[][]
below?: boolean
}
/**
 * One thing to learn. Its text is ``<game>.lesson.<name>``, or ``<family>.lesson.<name>`` for several games.
 * 
 *     A step with verbs is a move: it is explained while the learner can make it. A step without verbs is something to
 *     watch: it is explained when it has happened.
 */
export interface LessonStep {
name: string
verbs?: string[]
events: string[]
again?: boolean
times?: number
anyone?: boolean
rare?: boolean
}
/**
 * All texts of a language. A text is a string, or a list of plural forms; ``plural`` is the expression that picks
 *     one, valid in C and JavaScript.
 */
export interface TextList {
language: string
plural: string
texts: {
[k: string]: string | string[]
}
}
/**
 * Open tables, the last changed first. ``next`` asks for the page after it; empty if there is none.
 */
export interface OpenTablePage {
tables: Summary[]
next?: string
}
/**
 * A table in a list: who sits where (``""`` is a bot, ``None`` a free seat), and how far the match is.
 * 
 *     ``levels`` are the levels of the bots by seat. ``turn`` has the seats of the people who must act now. A finished
 *     match has its ``points`` and ``places``. ``yours`` are the seats of the person who asks. ``imported``: the match was
 *     played elsewhere. Listings of older versions have only the fields up to ``changed``.
 */
export interface Summary {
table: string
game: string
seats: (string | null)[]
rounds?: (number | string | null)
until?: (number | null)
circle?: string
started?: boolean
over?: boolean
next?: string
changed?: number
due?: number
levels?: string[]
turn?: number[]
points?: number[]
places?: number[]
yours?: number[]
imported?: boolean
}
/**
 * A table to make: your name at it, its settings, your seat (null: none yet), and the level of the bots at the
 *     other seats (empty: the seats stay free).
 */
export interface NewTable {
name: string
settings: Settings
seat?: (number | null)
fill?: string
}
/**
 * A table you belong to: your id there, its key, and the link with the key for others.
 */
export interface Invitation {
table: string
you: string
key: string
link: string
}
/**
 * Come to a table. ``sit``: take the first free seat, or a bot's that nobody has chosen; while a
 *     round runs, ask for it.
 */
export interface JoinTable {
name: string
key?: string
sit?: boolean
}
/**
 * Your id on this server, and nothing else.
 */
export interface You {
you: string
}
/**
 * Tables, the last changed first.
 */
export interface TableList {
tables: Summary[]
}
/**
 * Finished matches, the newest first. ``next`` asks for the page after it; empty if there is none.
 */
export interface HistoryPage {
tables: Summary[]
next?: string
}
/**
 * A person's results by game, the one played most first.
 */
export interface PersonStatistics {
games: GameStatistics[]
}
/**
 * A person's results in a game: matches ``played`` and ``won``, the longest ``streak`` of matches won one after
 *     another, the average ``place``, and the ``last`` results, the newest last.
 */
export interface GameStatistics {
game: string
played: number
won: number
streak: number
place: number
last: MatchResult[]
}
/**
 * The place of a person in a match, among all its seats.
 */
export interface MatchResult {
place: number
seats: number
}
/**
 * A circle to make: your name in it, and the circle's name.
 */
export interface NewCircle {
name: string
circle: string
}
/**
 * A circle as its people see it, with its last ``tables`` and ``matches``, the newest first. ``played`` is the
 *     number of all its matches.
 */
export interface CircleView {
circle: string
number: number
name: string
key: string
people: {
[k: string]: string
}
rules?: {
[k: string]: HouseRules
}
rules_name?: string
tables: TableOpened[]
matches: MatchScored[]
standings: Standing[]
played: number
}
/**
 * How a circle plays a game: what its new tables of this game begin with.
 */
export interface HouseRules {
seats: number
options?: {

}
rounds?: (number | string | null)
until?: (number | null)
}
/**
 * The circle has a new table.
 */
export interface TableOpened {
entry: "opened"
table: string
game: string
at: number
}
/**
 * A match of the circle is over.
 */
export interface MatchScored {
entry: "scored"
table: string
game: string
scores: Score[]
at: number
}
/**
 * A player's result in a match. A bot has no person; its ``level`` is missing in older books.
 */
export interface Score {
name: string
points: number
place: number
person?: string
level?: string
}
/**
 * A line of the score book: how often a person has played and won. A shared first place is a win for each.
 *     ``streak`` is the number of wins in a row up to now, ``best_streak`` the longest ever.
 */
export interface Standing {
person: string
name: string
matches: number
wins: number
streak?: number
best_streak?: number
}
/**
 * Matches of a circle, the newest first.
 */
export interface CircleMatches {
matches: MatchScored[]
}
/**
 * A new name for a circle, or for its house rules.
 */
export interface NewName {
name: string
}
/**
 * A circle's house rules of a game; null: it plays by the booklet again.
 */
export interface NewRules {
game: string
rules?: (HouseRules | null)
}
/**
 * Come to a table or into a circle: your name there, and the key from the link.
 */
export interface Join {
name: string
key?: string
}
/**
 * Circles, the last changed first.
 */
export interface CircleList {
circles: CircleSummary[]
}
/**
 * A circle in a list. ``number`` grows with every change. ``rules`` are its house rules by game; ``rules_name`` is
 *     empty while nobody has named them.
 */
export interface CircleSummary {
circle: string
number: number
name: string
key: string
people: {
[k: string]: string
}
rules?: {
[k: string]: HouseRules
}
rules_name?: string
}
/**
 * Today and the days before it, the newest first. Days on which nobody looked here are missing.
 */
export interface DailyView {
days: DayView[]
}
/**
 * A day as one person sees it. ``table`` is where the person plays or has played. The expert's result comes with
 *     the person's, or when the day is over. ``secret`` comes when the day is over.
 */
export interface DayView {
date: string
game: string
commitment: string
table?: string
result?: (DailyResult | null)
expert?: (DailyResult | null)
finished?: number
secret?: string
}
/**
 * The result of a daily deal.
 */
export interface DailyResult {
points: number
place: number
}
/**
 * The last days in a circle, the newest first.
 */
export interface CircleWeek {
days: CircleDay[]
}
/**
 * A day in a circle: who has finished, with which result.
 */
export interface CircleDay {
date: string
game: string
results: {
[k: string]: DailyResult
}
}
/**
 * Whether a record is true; if not, what is wrong with it.
 */
export interface Verdict {
true: boolean
game?: string
outcome?: (Outcome | null)
message?: (Message | null)
text?: string
}
/**
 * A match that was played elsewhere: its record, your name, who played at which seat, and when it ended
 *     (milliseconds since 1970; 0: now).
 */
export interface PlayedMatch {
record: string
name: string
seats?: PlayedSeat[]
at?: number
}
/**
 * Who played at a seat: you, or somebody beside you, under a ``name``; or a bot of a ``level``. A seat with neither
 *     is somebody else's.
 */
export interface PlayedSeat {
name?: string
level?: string
}
/**
 * The table of a match that was played elsewhere. ``new``: it was not in your history before.
 */
export interface ImportedMatch {
table: string
new: boolean
}
/**
 * A round of a record; ``rounds`` is the number of finished ones. The replay of a table also says who sits there
 *     now (``seats``) and which seats are yours (``yours``). You can check the deal: ``secret`` must fit ``commitment``,
 *     and with everybody's ``words`` it must shuffle ``cards`` into ``deck``, after ``deals`` decks that had to be dealt
 *     again (docs/fairness.md).
 */
export interface Replay {
game: string
options: {
[k: string]: boolean | number | string
}
round: number
rounds: number
totals: number[]
commitment?: string
secret?: string
words?: string[]
cards?: string[]
deck?: string[]
deals?: number
seats?: Seat[]
yours?: number[]
steps: ReplayStep[]
}
/**
 * The table after the deal (no move) or after a move, in notation; ``seat`` is who made it.
 */
export interface ReplayStep {
move?: string
seat?: (number | null)
shown?: Shown[]
view: View
}
/**
 * A decision of a finished round compared with an expert's, the ``done``-th of ``of``. ``number`` counts the moves
 *     of the round from 1. ``chance`` and ``best_chance`` are the chances to win where they are known; ``loss`` is the
 *     difference. ``grade`` is ``best``, ``good``, ``slip``, ``mistake``, or ``other`` where chances are unknown.
 */
export interface Reviewed {
number: number
move: string
grade: string
best: string
why: Message
chance?: (number | null)
best_chance?: (number | null)
loss?: number
done: number
of: number
}
/**
 * A link that takes your identity to another device, also as a QR code (SVG), and how long it is valid.
 */
export interface TransferLink {
link: string
code: string
seconds: number
}
/**
 * The word after the # of such a link.
 */
export interface TransferWord {
word: string
}
/**
 * What the operator announces ``until`` a time (milliseconds since 1970); 0: nothing. Without a ``text`` the
 *     server restarts then.
 */
export interface Announcement {
until?: number
text?: string
}
/**
 * The public key by which push services know this server; empty if it sends no notices.
 */
export interface NoticeKey {
key: string
}
/**
 * A device that wants notices: the address of its push service, its public key and its secret as its browser
 *     encodes them, and the reader's language.
 */
export interface Device {
endpoint: string
p256dh: string
auth: string
language?: ("de" | "en" | "fr")
}
/**
 * A device that wants no more notices, by the address of its push service.
 */
export interface DeviceAddress {
endpoint: string
}
/**
 * Why a request is refused: a code for programs, a message, and its text in the reader's language.
 */
export interface Fault {
code: string
message: Message
text: string
}
