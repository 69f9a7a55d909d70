import { fireEvent } from '@testing-library/react'

type Form = { getByLabelText: (label: string) => HTMLElement }

/** Sets the day and the time of an event's start or end, and leaves them. */
export function setWall(form: Form, label: 'Starts' | 'Ends', wall: string): void {
  const [day, time] = wall.split('T')
  fireEvent.change(form.getByLabelText(label), { target: { value: day } })
  const field = form.getByLabelText(label === 'Starts' ? 'Start time' : 'End time')
  fireEvent.change(field, { target: { value: time } })
  fireEvent.blur(field)
}
