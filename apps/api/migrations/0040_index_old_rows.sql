CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_message_age" ON "account_message" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_message_reported" ON "account_message" USING btree ("provider","asked_at") WHERE reported_at is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_event_age" ON "webhook_event" USING btree ("received_at");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "account_message_kept";