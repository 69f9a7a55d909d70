/**
 * Options of Node for test processes. V8 optimises a function after fifteen times as much work as by default, because most
 * run too seldom to repay it: the features' tests of the API take a tenth less processor time. Later versions of Node do
 * not know the option.
 */
export const OPTIMISE_LATER: string[] = process.version.startsWith('v20.')
  ? ['--interrupt-budget=1000000']
  : []
