CREATE TABLE "flow_state" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"code_challenge" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mfa_challenge" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"factor_id" uuid,
	"purpose" text NOT NULL,
	"challenge" text,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mfa_factor" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"factor_type" text NOT NULL,
	"status" text DEFAULT 'unverified' NOT NULL,
	"friendly_name" text NOT NULL,
	"secret" text,
	"phone" text,
	"last_step" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mfa_factor_type" CHECK ("mfa_factor"."factor_type" in ('totp', 'phone')),
	CONSTRAINT "mfa_factor_status" CHECK ("mfa_factor"."status" in ('unverified', 'verified'))
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_code_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "webauthn_credential" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"friendly_name" text NOT NULL,
	"is_synced" boolean NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	CONSTRAINT "webauthn_credential_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
ALTER TABLE "account_message" ADD COLUMN "channel" text DEFAULT 'EMAIL' NOT NULL;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "password_changed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "second_factor" text DEFAULT 'optional' NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "amr" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "flow_state" ADD CONSTRAINT "flow_state_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_challenge" ADD CONSTRAINT "mfa_challenge_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_challenge" ADD CONSTRAINT "mfa_challenge_factor_id_mfa_factor_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."mfa_factor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_factor" ADD CONSTRAINT "mfa_factor_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webauthn_credential" ADD CONSTRAINT "webauthn_credential_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flow_state_user" ON "flow_state" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "flow_state_age" ON "flow_state" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mfa_challenge_user" ON "mfa_challenge" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mfa_challenge_factor" ON "mfa_challenge" USING btree ("factor_id");--> statement-breakpoint
CREATE INDEX "mfa_challenge_age" ON "mfa_challenge" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mfa_factor_name" ON "mfa_factor" USING btree ("user_id","friendly_name") WHERE friendly_name <> '';--> statement-breakpoint
CREATE INDEX "mfa_factor_user" ON "mfa_factor" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webauthn_credential_user" ON "webauthn_credential" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "account_message" ADD CONSTRAINT "account_message_channel" CHECK ("account_message"."channel" in ('EMAIL', 'SMS'));--> statement-breakpoint
ALTER TABLE "organization" ADD CONSTRAINT "organization_second_factor" CHECK ("organization"."second_factor" in ('optional', 'required'));--> statement-breakpoint
grant select, insert, update, delete on flow_state, mfa_factor, mfa_challenge, recovery_code, webauthn_credential to muster_system;
--> statement-breakpoint
update session set amr = jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', extract(epoch from created_at)::bigint));
