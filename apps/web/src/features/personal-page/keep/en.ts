export default {
  keep: 'Keep this page on this device',
  keep_hint:
    'It then opens without a network too, and from the page of the event. Don’t tick it on a shared computer.',
  gone: 'It is no longer on this device. What you see here is gone once you leave or reload the page.',
  answers_wait: 'Answers and changes can be sent when there is contact again.',
} as const
