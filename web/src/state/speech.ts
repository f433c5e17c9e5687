/**
 * Reading aloud with the voices of this device. A voice that needs another server is never used, so nothing that is
 * read leaves the device. What is outdated is dropped, and nothing is said twice in a row.
 */

/** What a sentence is about: a new sentence replaces one on the same topic that has not been said yet. */
export type Topic = 'lesson' | 'refusal' | 'result' | 'news' | 'prompt'

type Synthesis = Pick<SpeechSynthesis, 'getVoices' | 'speak' | 'cancel' | 'addEventListener'>

export class Speaker {
  language = 'de'
  #waiting: { topic: Topic; text: string }[] = []
  /** What was said last about each topic. */
  readonly #said = new Map<Topic, string>()
  /** What is being said; a browser forgets it, and never tells its end, unless somebody keeps it. */
  #now: SpeechSynthesisUtterance | null = null

  constructor(private readonly synthesis: Synthesis | undefined) {
    synthesis?.addEventListener('voiceschanged', () => this.#next())
  }

  /** Whether this device can read the language. A browser may learn of its voices late. */
  canRead(): boolean {
    return this.#voice() !== undefined
  }

  /** Say a sentence when it is its turn. An empty one says that there is nothing more to say about the topic. */
  say(topic: Topic, text: string): void {
    if (this.#said.get(topic) === text) return
    this.#said.set(topic, text)
    this.#waiting = this.#waiting.filter((sentence) => sentence.topic !== topic)
    if (!text) return
    if (topic === 'refusal') this.#hush()
    this.#waiting.push({ topic, text })
    this.#next()
  }

  /** Stop, and forget everything that was said. */
  stop(): void {
    this.#waiting = []
    this.#said.clear()
    this.#hush()
  }

  /** Break off what is being said. */
  #hush(): void {
    if (!this.#now) return
    this.#now = null
    this.synthesis?.cancel()
  }

  #next(): void {
    const voice = this.#voice()
    if (!voice || this.#now) return
    const sentence = this.#waiting.shift()
    if (!sentence) return
    const spoken = new SpeechSynthesisUtterance(sentence.text)
    spoken.voice = voice
    spoken.lang = voice.lang
    spoken.onend = spoken.onerror = () => {
      if (this.#now !== spoken) return
      this.#now = null
      this.#next()
    }
    this.#now = spoken
    this.synthesis?.speak(spoken)
  }

  #voice(): SpeechSynthesisVoice | undefined {
    const voices = this.synthesis?.getVoices().filter((voice) => voice.localService && voice.lang.toLowerCase().startsWith(this.language)) ?? []
    return voices.find((voice) => voice.default) ?? voices[0]
  }
}

/** The one voice of this page. */
export const speaker = new Speaker(globalThis.speechSynthesis)
