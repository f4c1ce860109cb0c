import { examine } from './checks/examine.ts'

// npm run doctor: says in words what is set, what is missing and what was reached.
const { report, exitCode } = await examine(process.env, process.argv.slice(2))
console.log(report)
process.exit(exitCode)
