/** What people can say without free words; the host knows the same list and refuses everything else. */
export const PHRASES = ['hello', 'good-luck', 'your-turn', 'think', 'well-played', 'lucky', 'oops', 'thanks', 'again', 'break', 'bye'] as const

export const REACTIONS = new Map([
  ['laugh', '😄'],
  ['wow', '😮'],
  ['clap', '👏'],
  ['heart', '❤️'],
  ['sad', '😢'],
  ['angry', '😠'],
])

/** What somebody has said, as it is shown: their words, a sign, or a phrase. */
export function spokenAs({ phrase, words }: { phrase: string; words: string }, text: (key: string) => string): string {
  return words || REACTIONS.get(phrase) || text(`phrase.${phrase}`)
}
