ALTER TABLE "broadcast" ADD COLUMN "form" jsonb;--> statement-breakpoint
ALTER TABLE "broadcast" ADD COLUMN "people_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcast" ADD COLUMN "due_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcast" ADD COLUMN "undone_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcast" ADD COLUMN "invitations" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "broadcast_of_event" ON "broadcast" USING btree ("event_id","created_at");