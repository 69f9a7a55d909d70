/* The part of the API that we use: the types of the library mix two kinds of export and hide its class. */
declare module '@sendgrid/mail' {
  type Address = { email: string; name?: string }
  type MailData = {
    from: Address
    replyTo?: Address
    subject: string
    content: { type: string; value: string }[]
    personalizations: {
      to: Address
      headers?: Record<string, string>
      substitutions?: Record<string, string>
      customArgs?: Record<string, string>
    }[]
    attachments?: { filename: string; type: string; content: string; disposition: string }[]
    trackingSettings?: {
      clickTracking: { enable: boolean; enableText: boolean }
      openTracking: { enable: boolean }
      subscriptionTracking: { enable: boolean }
    }
  }
  class MailService {
    client: { setDefaultRequest(key: string, value: unknown): void }
    setApiKey(key: string): void
    setTimeout(ms: number): void
    send(data: MailData): Promise<[{ statusCode: number; headers: Record<string, unknown> }, unknown]>
  }
  const library: { MailService: typeof MailService }
  export default library
  export type { MailData, MailService }
}
