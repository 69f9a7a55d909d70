import { cva } from 'class-variance-authority'

export const answerClass = cva('pt-6 [&_h1]:text-answer')
