/** CRC-32 (ISO 3309), as in gzip: the polynomial, with its bits reflected. */
const polynomial = 0xedb88320
/** The polynomial 1, reflected. */
const one = 0x80000000

/** The product of two polynomials modulo CRC-32's. */
function multiply(a: number, b: number): number {
  let product = 0
  let factor = b
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor
    factor = (factor & 1) === 0 ? factor >>> 1 : (factor >>> 1) ^ polynomial
  }
  return product >>> 0
}

/** x to the power of 2^n: squares of x. */
const powers = [0x40000000]
while (powers.length < 32) powers.push(multiply(powers.at(-1)!, powers.at(-1)!))

/** The factor by which a checksum is multiplied when so many bytes follow. */
export function shiftBy(bytes: number): number {
  let factor = one
  // Eight bits in a byte: the exponent is the number of bytes times 2^3.
  for (let [rest, n] = [bytes, 3]; rest > 0; rest = Math.floor(rest / 2), n++)
    if (rest % 2 === 1) factor = multiply(powers[n % powers.length]!, factor)
  return factor
}

/**
 * For the CRC-32 of texts that follow each other: what one of them contributes. `sum` is the CRC-32 of that text alone, `shift` is
 * `shiftBy` of the number of bytes that come after it. The CRC-32 of the whole is the XOR of all contributions.
 */
export const partOfCrc32 = (sum: number, shift: number): number => multiply(shift, sum)
