CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_message_of_request" ON "account_message" USING btree ("request_id") WHERE request_id is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "message_of_request" ON "message" USING btree ("request_id") WHERE request_id is not null;
