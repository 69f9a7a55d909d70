ALTER TABLE "account_message" ADD COLUMN "request_id" text DEFAULT nullif(current_setting('app.request_id', true), '');--> statement-breakpoint
ALTER TABLE "account_message" ADD COLUMN "traceparent" text DEFAULT nullif(current_setting('app.traceparent', true), '');--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "request_id" text DEFAULT nullif(current_setting('app.request_id', true), '');--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "traceparent" text DEFAULT nullif(current_setting('app.traceparent', true), '');
