ALTER TABLE "idempotency_key" RENAME COLUMN "shift_id" TO "scope_id";--> statement-breakpoint
ALTER TABLE "idempotency_key" RENAME CONSTRAINT "idempotency_key_organization_id_shift_id_key_pk" TO "idempotency_key_organization_id_scope_id_key_pk";--> statement-breakpoint
ALTER TABLE "broadcast" ADD COLUMN "unreachable" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "message_by_id" ON "message" USING btree ("id");
