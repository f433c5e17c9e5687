import { beforeEach, expect, test, vi } from 'vitest'
import { Speaker } from './speech'

class Utterance {
  lang = ''
  voice: unknown = null
  onend: (() => void) | null = null
  onerror: (() => void) | null = null
  constructor(readonly text: string) {}
}

class Synthesis {
  voices = [
    { lang: 'de-DE', localService: false, default: true },
    { lang: 'de-AT', localService: true, default: false },
  ]
  said: Utterance[] = []
  changed = () => {}
  getVoices = () => this.voices as unknown as SpeechSynthesisVoice[]
  speak = (one: SpeechSynthesisUtterance) => void this.said.push(one as unknown as Utterance)
  cancel = vi.fn()
  addEventListener = (_: string, changed: unknown) => void (this.changed = changed as () => void)
  texts = () => this.said.map((one) => one.text)
  finish = () => this.said.at(-1)?.onend?.()
}

let device: Synthesis
let speaker: Speaker

beforeEach(() => {
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  device = new Synthesis()
  speaker = new Speaker(device as unknown as SpeechSynthesis)
})

test('one sentence after the other, with a voice of the device', () => {
  speaker.say('news', 'Mia legt.')
  speaker.say('prompt', 'Du bist dran.')
  expect(device.texts()).toEqual(['Mia legt.'])
  device.finish()
  expect(device.texts()).toEqual(['Mia legt.', 'Du bist dran.'])
  expect(device.said[0]!.lang).toBe('de-AT')
})

test('what is outdated is dropped, and nothing is said twice', () => {
  for (const text of ['eins', 'zwei', 'drei', 'drei']) speaker.say('news', text)
  device.finish()
  device.finish()
  expect(device.texts()).toEqual(['eins', 'drei'])
})

test('a sentence may come again when there was something else, or nothing, in between', () => {
  for (const text of ['eins', '', 'eins']) {
    speaker.say('prompt', text)
    device.finish()
  }
  expect(device.texts()).toEqual(['eins', 'eins'])
})

test('a refusal is said at once', () => {
  speaker.say('prompt', 'lang')
  speaker.say('refusal', 'passt nicht')
  expect(device.cancel).toHaveBeenCalledOnce()
  expect(device.texts()).toEqual(['lang', 'passt nicht'])
})

test('a voice that is found late reads the newest sentence', () => {
  const { voices } = device
  device.voices = []
  expect(speaker.canRead()).toBe(false)
  speaker.say('news', 'alt')
  speaker.say('news', 'neu')
  device.voices = voices
  device.changed()
  expect(device.texts()).toEqual(['neu'])
  expect(speaker.canRead()).toBe(true)
})

test('nothing is read in another language, and nothing by a voice of another server', () => {
  speaker.language = 'fr'
  speaker.say('news', 'Bonjour')
  device.voices = [{ lang: 'fr-FR', localService: false, default: true }]
  device.changed()
  expect(device.texts()).toEqual([])
})

test('a stop forgets everything', () => {
  speaker.say('news', 'eins')
  speaker.say('prompt', 'zwei')
  speaker.stop()
  device.said[0]!.onend?.()
  expect(device.texts()).toEqual(['eins'])
  speaker.say('news', 'eins')
  expect(device.texts()).toEqual(['eins', 'eins'])
})

test('a device without speech stays silent', () => {
  const silent = new Speaker(undefined)
  silent.say('news', 'eins')
  expect(silent.canRead()).toBe(false)
})
