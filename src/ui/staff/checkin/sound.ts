let audio: AudioContext | undefined

/** High and rising: come in. Low and twice: stop. Browsers allow sound once a key or the screen was pressed. */
export function playOutcome(isIn: boolean): void {
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  void audio.resume().catch(() => undefined)
  const tones = isIn ? [880, 1320] : [220, 196]
  tones.forEach((frequency, n) => beep(audio!, frequency, n * 0.13))
}

function beep(context: AudioContext, frequency: number, after: number): void {
  const start = context.currentTime + after
  const volume = context.createGain()
  volume.gain.setValueAtTime(0.25, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.12)
  const tone = context.createOscillator()
  tone.frequency.value = frequency
  tone.connect(volume).connect(context.destination)
  tone.start(start)
  tone.stop(start + 0.12)
}
