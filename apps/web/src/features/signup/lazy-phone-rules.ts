import type { PhoneRules } from '@muster/contract/rules/contact'
import { toE164 } from '@muster/contract/rules/phone'
import { findPhoneFault } from '@muster/contract/rules/typed-phone'

export const lazyPhoneRules: PhoneRules = { readPhone: toE164, findFault: findPhoneFault }
