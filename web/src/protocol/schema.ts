/* Made by `npm run types` from docs/protocol.schema.json: do not edit. */

/**
 * Version 1 of the protocol between Reihum's server and its clients.
 */
export type Protocol = (Request | Answer | Health | GameList | TextList | Tables | NewTable | Invitation | Summary | Join | You | NewCircle | CircleView | Circles | Verdict | Replay | Reviewed | Fault)
export type Request = (Move | Quiet | Sit | Stand | SeatBot | Change | Start | Next | Words | Say | Rename | Leave | Remove | Rematch | Look | Whole | Why | Hint)
export type Answer = (Welcome | Snapshot | Update | Presence | Done | Refused | Because | Hinted | Closing | Dismissed)

/**
 * Make a move, or call, at the seat the sender looks from.
 */
export interface Move {
type: "move"
move: string
id: string
}
/**
 * Do not call, at a table that decides calls in peace.
 */
export interface Quiet {
type: "quiet"
id: string
}
/**
 * Take a seat that is free or a bot's. A second one needs the name of who plays there.
 */
export interface Sit {
type: "sit"
seat: number
name?: string
id: string
}
/**
 * Give a seat up; in a running match a bot goes on.
 */
export interface Stand {
type: "stand"
seat: number
id: string
}
/**
 * Put a bot at a seat, change its level, or (empty level) take it away.
 */
export interface SeatBot {
type: "bot"
seat: number
level?: string
id: string
}
/**
 * Change settings before the match begins; what is not named stays.
 */
export interface Change {
type: "change"
game?: string
seats?: number
options?: {

}
rounds?: (number | string | null)
open?: boolean
pace?: ("instant" | "normal" | "quick" | "relaxed")
calm?: boolean
tie_window?: number
call_pause?: number
turn_seconds?: number
grace_seconds?: number
chat?: boolean
id: string
}
/**
 * Begin the match; bots of the level named in ``fill`` take the empty seats.
 */
export interface Start {
type: "start"
fill?: string
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
 * Add own words to the next deal, at the seat the sender looks from.
 */
export interface Words {
type: "words"
words: string
id: string
}
/**
 * Say a preset phrase, or free words where the table allows them.
 */
export interface Say {
type: "say"
phrase?: string
words?: string
id: string
}
/**
 * Be called otherwise from now on.
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
 * Send somebody away from the table.
 */
export interface Remove {
type: "remove"
person: string
id: string
}
/**
 * Another table with the same people: the same game again, or another one.
 */
export interface Rematch {
type: "rematch"
game?: string
options?: {

}
rounds?: (number | string | null)
id: string
}
/**
 * See the table from another own seat, or (null) as a spectator; answered by ``table``, then ``done``.
 */
export interface Look {
type: "look"
seat?: (number | null)
id: string
}
/**
 * See everything as it stands now; answered by ``table``, then ``done``.
 */
export interface Whole {
type: "view"
id: string
}
/**
 * Ask why a card or a move does not go now; answered by ``why``.
 */
export interface Why {
type: "why"
about: string
id: string
}
/**
 * Ask what an expert would do now, where nobody but bots plays against you; answered by ``hint``.
 */
export interface Hint {
type: "hint"
id: string
}
/**
 * The first message. Behind it come the events that were missed, or the whole table.
 */
export interface Welcome {
type: "welcome"
protocol: number
table: string
you: string
}
/**
 * Everything as it stands now, for one person at one perspective. ``key`` invites others; who is no guest of the
 *     table does not get it.
 */
export interface Snapshot {
type: "table"
number: number
you: string
seat: (number | null)
seats: number[]
lobby: Lobby
present?: string[]
view?: (MatchView | null)
key?: string
}
/**
 * The table apart from the cards: who is there, where they sit, what is played. ``in_charge`` may set it up;
 *     ``rules`` is the version of the game's rules; ``commitment`` belongs to the next deal; ``next`` is the table that
 *     goes on from here.
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
rules?: number
started?: boolean
commitment?: string
words?: {
[k: string]: string
}
next?: string
next_key?: string
closed?: boolean
}
/**
 * The settings of a table. ``tie_window`` and ``call_pause`` are in milliseconds (RULEBOOK §4).
 */
export interface Settings {
game: string
seats: number
options?: {

}
rounds?: (number | string | null)
open?: boolean
pace?: ("instant" | "normal" | "quick" | "relaxed")
calm?: boolean
tie_window?: number
call_pause?: number
turn_seconds?: number
grace_seconds?: number
chat?: boolean
circle?: string
}
/**
 * A seat: a person's, a bot's (``level``), or free. While its person is ``away`` a bot stands in.
 */
export interface Seat {
person?: string
name?: string
level?: string
away?: boolean
}
/**
 * A round's view with the score sheet. ``rounds`` is None where points end the match.
 */
export interface MatchView {
round: number
rounds: (number | null)
sheet: number[][]
totals: number[]
view: View
outcome?: (Outcome | null)
}
/**
 * All that one seat (None: a spectator) may know about a position.
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
 * What to say, without the words: ``Message("rows.prompt.lay", {"count": 6})``.
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
 * A hand: the own one face up and sorted, another one as a number of cards.
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
 * A number of tokens, marks, bonus or connection cards.
 */
export interface Tokens {
kind: "tokens"
count: number
label: string
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
 *     its text is the verb and the chosen values with blanks between. ``target`` is the zone it leads to.
 */
export interface Form {
verb: string
choices?: Choice[]
target?: string
}
/**
 * What to choose for one slot of a move: ``least`` to ``most`` of some values, or a number from low to high.
 *     ``zone`` names the zone the choice is pointed at in; ``zones`` names a zone for each value, where the zones
 *     themselves are pointed at.
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
 * The reason, the points by seat, and the places by seat; ties share a place: ``(1, 2, 2, 4)``.
 */
export interface Outcome {
reason: string
points: number[]
places: number[]
}
/**
 * One happening for one perspective. ``view`` is the position after it and ``lobby`` the table after it, where
 *     they have changed and nothing newer is already known; ``card``: something to react to has appeared.
 */
export interface Update {
type: "event"
number: number
at: number
what: (Made | Joined | Left | Renamed | Seated | Vacated | BotSeated | Changed | Promised | Worded | Dealt | Played | Finished | StoodIn | Returned | Said | Followed | Closed)
shown?: Shown[]
card?: boolean
view?: (MatchView | null)
lobby?: (Lobby | null)
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
 * Somebody is called otherwise now.
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
 * The settings are others now.
 */
export interface Changed {
kind: "changed"
}
/**
 * What the next deal is committed to: SHA-256 of its secret.
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
 * A round has been dealt; ``secret`` only if the deal has ended it, too.
 */
export interface Dealt {
kind: "dealt"
round: number
secret?: string
}
/**
 * A move has been made: what it showed stands beside. ``secret``: what the finished round was dealt from.
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
 * The same people go on at another table.
 */
export interface Followed {
kind: "followed"
table: string
key: string
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
}
/**
 * Who is connected now. Not numbered: it is about this moment only.
 */
export interface Presence {
type: "presence"
present: string[]
}
/**
 * A command has been carried out and will not be forgotten. ``number``: the last event it has caused.
 */
export interface Done {
type: "done"
id: string
number: number
}
/**
 * Something was not done, and why. ``wait``: so many seconds later it may be tried again.
 */
export interface Refused {
type: "refused"
id: string
code: string
message: Message
wait?: number
}
/**
 * Why a card or a move does not go now; without a message it goes.
 */
export interface Because {
type: "why"
id: string
about: string
message?: (Message | null)
}
/**
 * What an expert would do now, why, and with what chance to win, where that can be told.
 */
export interface Hinted {
type: "hint"
id: string
move: string
why: Message
chance?: (number | null)
}
/**
 * The server stops. Come back in so many seconds: nothing is lost.
 */
export interface Closing {
type: "closing"
seconds: number
}
/**
 * Whoever gets this is no longer welcome at the table.
 */
export interface Dismissed {
type: "dismissed"
}
/**
 * How the server is.
 */
export interface Health {
status: ("ok" | "stopping" | "storage")
version?: string
protocol?: number
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
lowest_wins: boolean
until: string
lesson: LessonStep[]
picture: View
}
/**
 * An option. Numbers go from ``low`` to ``high``; a ``seat`` is one of the table's or ``random``; the others are
 *     one of ``values``. ``needs``: has a meaning only while that option has that value.
 */
export interface OptionEntry {
name: string
label: string
kind: ("choice" | "flag" | "number" | "seat")
default: (boolean | number | string)
values?: ValueEntry[]
low?: number
high?: number
needs?: (never[] | null)
}
/**
 * A value that an option can have, with its name.
 */
export interface ValueEntry {
value: (boolean | number | string)
label: string
}
/**
 * So many players need an option to have a value.
 */
export interface SeatsNeed {
seats: number
option: string
value: (boolean | number | string)
}
/**
 * A kind of move to learn. Its texts are ``page.lesson.<name>`` and ``page.lesson.step.<name>``.
 */
export interface LessonStep {
name: string
verbs: string[]
events: string[]
again?: boolean
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
 * Tables, those that changed last first.
 */
export interface Tables {
tables: Summary[]
}
/**
 * A table in a list: who sits where (``""``: a bot, ``None``: free), and how far it is.
 */
export interface Summary {
table: string
game: string
seats: (string | null)[]
rounds?: (number | string | null)
circle?: string
started?: boolean
over?: boolean
next?: string
changed?: number
}
/**
 * A table to be made: your name at it, its settings, your seat (null: none yet), and the level of the bots that
 *     take the other seats (empty: they stay free).
 */
export interface NewTable {
name: string
settings: Settings
seat?: (number | null)
fill?: string
}
/**
 * A table you belong to: who you are there, the key to it, and the link with the key that brings others.
 */
export interface Invitation {
table: string
you: string
key: string
link: string
}
/**
 * Come to a table or into a circle: your name there, and the key from the link.
 */
export interface Join {
name: string
key?: string
}
/**
 * Who you are to this server: a number, and nothing else.
 */
export interface You {
you: string
}
/**
 * A circle to be made: your name in it, and its own.
 */
export interface NewCircle {
name: string
circle: string
}
/**
 * A circle as its people see it; the newest tables and matches come first.
 */
export interface CircleView {
circle: string
name: string
key: string
people: {
[k: string]: string
}
tables: Opened[]
matches: Scored[]
standings: Standing[]
}
/**
 * The circle has a new table.
 */
export interface Opened {
entry: "opened"
table: string
game: string
at: number
}
/**
 * A match of the circle is over.
 */
export interface Scored {
entry: "scored"
table: string
game: string
scores: Score[]
at: number
}
/**
 * What somebody reached in a match. Bots have no person.
 */
export interface Score {
name: string
points: number
place: number
person?: string
}
/**
 * A line of the score book: how often somebody has played and won.
 */
export interface Standing {
person: string
name: string
matches: number
wins: number
}
/**
 * Circles, those that changed last first.
 */
export interface Circles {
circles: CircleView[]
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
 * A round of a record. ``rounds`` are those that are finished. A table tells, too, who sits there now (``seats``)
 *     and where the asker does (``yours``); a record knows neither. The deal can be checked: ``secret`` must fit its
 *     ``commitment``, and with everybody's ``words`` it must shuffle ``cards`` into ``deck``, at the ``deals``-th try
 *     (docs/fairness.md).
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
 * A decision of a finished round beside an expert's, the ``done``-th of ``of``. ``number`` counts the moves of the
 *     round from 1; ``chance`` and ``best_chance`` are those of winning it, where they can be told, ``loss`` is what was
 *     given away; ``grade`` is ``best``, ``good``, ``slip``, ``mistake``, or ``other`` where nobody can tell chances.
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
 * Why a request is refused: a code for programs, a message, and its text in the reader's language.
 */
export interface Fault {
code: string
message: Message
text: string
}
