ALTER TABLE "email_change" ADD COLUMN "phone_changed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "email_change" ADD COLUMN "former_phone" text;--> statement-breakpoint
ALTER TABLE "email_change" ADD COLUMN "new_phone" text;