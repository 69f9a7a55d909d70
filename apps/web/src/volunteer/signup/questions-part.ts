import { lazyPart } from '../../ui/page/lazy-part.tsx'

export const SignupQuestions = lazyPart(() => import('../answers/signup-questions.tsx'))
