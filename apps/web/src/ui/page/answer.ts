import { cva } from 'class-variance-authority'

/** A page that answers: signed up, a personal link. */
export const answerClass = cva('pt-6 [&_h1]:text-answer')
