import { cva } from 'class-variance-authority'

export const eventEditorClass = cva(
  'col-span-full grid gap-8 desktop:grid-cols-[minmax(0,1fr)_minmax(0,456px)]',
)
