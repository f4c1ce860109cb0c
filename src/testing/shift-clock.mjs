// Loaded before a server that a test starts: its clock is the test's, and runs on from there.
const shift = Number(process.env['TEST_CLOCK_SHIFT'])
const RealDate = Date
globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shift)
    else super(...given)
  }
  static now() {
    return RealDate.now() + shift
  }
}
