BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0012');
CREATE TABLE ballot (
	night_id VARCHAR(8) NOT NULL, 
	entry INTEGER NOT NULL, 
	player TEXT NOT NULL, 
	favours BOOLEAN NOT NULL, 
	CONSTRAINT pk_ballot PRIMARY KEY (night_id, entry, player), 
	CONSTRAINT fk_ballot_night_id_night FOREIGN KEY(night_id) REFERENCES night (id) ON DELETE CASCADE
);
INSERT INTO "ballot" VALUES('ydrhzrff',15,'p2',0);
CREATE TABLE device (
	night_id VARCHAR(8) NOT NULL, 
	id INTEGER NOT NULL, 
	player TEXT NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	label TEXT NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	revoked_at VARCHAR(24), 
	picked BOOLEAN DEFAULT 0 NOT NULL, since INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_device PRIMARY KEY (id), 
	CONSTRAINT uq_device_night_id_token_hash UNIQUE (night_id, token_hash), 
	CONSTRAINT fk_device_night_id_night FOREIGN KEY(night_id) REFERENCES night (id) ON DELETE CASCADE
);
INSERT INTO "device" VALUES('ydrhzrff',1,'p1','f1dbac0d7f7ac2b465e468fb589c78d2d7770b54fa19b3994fef42b10dda7a12','','2026-11-23T13:50:10.157Z',NULL,0,0);
INSERT INTO "device" VALUES('ydrhzrff',2,'p2','c9caded830647f5824c1672ef71256acfb01e46f378412d1426ec3a415356ac6','','2026-11-23T13:50:10.169Z',NULL,0,0);
INSERT INTO "device" VALUES('ydrhzrff',3,'p3','222a5a6f8c4799378391adf31ad8db5f2186bbd3379ad186fc77492abdec4308','','2026-11-23T13:50:10.182Z',NULL,0,0);
INSERT INTO "device" VALUES('zpakthud',4,'p1','0bee476c6d827ecde94fa1e1a3bfa388d6c7fecc8a5f14437cbd5e7e16215724','','2026-11-23T13:50:10.722Z',NULL,0,0);
INSERT INTO "device" VALUES('zpakthud',5,'p2','ad56c51649dde99e133f99ac909232736fa4b7e2257ed09b6168d73e7801c232','','2026-11-23T13:50:10.727Z',NULL,0,0);
INSERT INTO "device" VALUES('zpakthud',6,'p3','8fee9d9b2e498307902b856cf16b207d63efd3ec471c8d66897ca74fd722c475','','2026-11-23T13:50:10.733Z',NULL,0,0);
CREATE TABLE entry (
	night_id VARCHAR(8) NOT NULL, 
	seq INTEGER NOT NULL, 
	at VARCHAR(24) NOT NULL, 
	"by" TEXT, 
	device_id INTEGER, 
	"key" TEXT, 
	event TEXT NOT NULL, 
	version INTEGER DEFAULT '1' NOT NULL, 
	CONSTRAINT pk_entry PRIMARY KEY (night_id, seq), 
	CONSTRAINT fk_entry_device_id_device FOREIGN KEY(device_id) REFERENCES device (id) ON DELETE SET NULL, 
	CONSTRAINT uq_entry_night_id_device_id_key UNIQUE (night_id, device_id, "key"), 
	CONSTRAINT fk_entry_night_id_night FOREIGN KEY(night_id) REFERENCES night (id) ON DELETE CASCADE
);
INSERT INTO "entry" VALUES('ydrhzrff',1,'2026-11-23T13:50:10.151Z','p1',NULL,NULL,'{"type":"night.opened","name":"Friday","unit":"sip","date":"2026-11-23"}',1);
INSERT INTO "entry" VALUES('ydrhzrff',2,'2026-11-23T13:50:10.151Z','p1',NULL,NULL,'{"type":"player.joined","player":"p1","name":"Ann"}',1);
INSERT INTO "entry" VALUES('ydrhzrff',3,'2026-11-23T13:50:10.166Z',NULL,NULL,NULL,'{"type":"player.joined","player":"p2","name":"Bob"}',1);
INSERT INTO "entry" VALUES('ydrhzrff',4,'2026-11-23T13:50:10.179Z',NULL,NULL,NULL,'{"type":"player.joined","player":"p3","name":"Cal"}',1);
INSERT INTO "entry" VALUES('ydrhzrff',5,'2026-11-23T13:50:10.187Z','p1',1,'key-1.a2fa2b4e95ba65791dd7bab1','{"type":"player.joined","player":"p4","name":"Zoë 🦆"}',1);
INSERT INTO "entry" VALUES('ydrhzrff',6,'2026-11-23T13:50:10.649Z','p1',1,'key-2.18f676d001516994bcaa29ab','{"type":"rule.made","rule":"r1","text":"Whoever says “drink” drinks 2.","amount":2}',1);
INSERT INTO "entry" VALUES('ydrhzrff',7,'2026-11-23T13:50:10.654Z','p1',1,'key-3.3fe501b503d3fcf9f62ea154','{"type":"game.started","game":"five-card-yak","players":["p1","p2","p3"],"dealer":"p1"}',1);
INSERT INTO "entry" VALUES('ydrhzrff',8,'2026-11-23T13:50:10.658Z','p1',1,'key-4.079aaa8df8d0f160ede827a8','{"type":"trick.taken","deal":1,"trick":1,"winner":"p2"}',1);
INSERT INTO "entry" VALUES('ydrhzrff',9,'2026-11-23T13:50:10.663Z','p1',1,'key-5.eb51ce40ad768f24e0cc5565','{"type":"trick.taken","deal":1,"trick":2,"winner":"p3"}',1);
INSERT INTO "entry" VALUES('ydrhzrff',10,'2026-11-23T13:50:10.666Z','p1',1,'key-6.e38d1102522acdb1b9f6674f','{"type":"trick.taken","deal":1,"trick":3,"winner":null}',1);
INSERT INTO "entry" VALUES('ydrhzrff',11,'2026-11-23T13:50:10.668Z','p1',1,'key-7.9ef8d728beb1d3b5033a1993','{"type":"trick.taken","deal":1,"trick":4,"winner":"p2"}',1);
INSERT INTO "entry" VALUES('ydrhzrff',12,'2026-11-23T13:50:10.671Z','p1',1,'key-8.45d6c421e91a21b47927fcb0','{"type":"entry.changed","entry":11,"event":{"type":"trick.taken","deal":1,"trick":4,"winner":"p3"}}',1);
INSERT INTO "entry" VALUES('ydrhzrff',13,'2026-11-23T13:50:10.675Z','p3',3,'key-9.10a41f668a9ea70f4bf84f34','{"type":"rule.called","rule":"r1","player":"p2"}',1);
INSERT INTO "entry" VALUES('ydrhzrff',14,'2026-11-23T13:50:10.677Z','p1',1,'key-10.715affb7d88ce1e561c77a0a','{"type":"entry.undone","entry":13}',1);
INSERT INTO "entry" VALUES('ydrhzrff',15,'2026-11-23T13:50:10.679Z','p3',3,'key-11.b2bf63d153ec95c9271a872c','{"type":"rule.objected","rule":"r1","player":"p3"}',1);
INSERT INTO "entry" VALUES('zpakthud',1,'2026-11-23T13:50:10.720Z','p1',NULL,NULL,'{"type":"night.opened","name":"Thursday","unit":"sip","date":"2026-11-23"}',1);
INSERT INTO "entry" VALUES('zpakthud',2,'2026-11-23T13:50:10.720Z','p1',NULL,NULL,'{"type":"player.joined","player":"p1","name":"Ann"}',1);
INSERT INTO "entry" VALUES('zpakthud',3,'2026-11-23T13:50:10.726Z',NULL,NULL,NULL,'{"type":"player.joined","player":"p2","name":"Bob"}',1);
INSERT INTO "entry" VALUES('zpakthud',4,'2026-11-23T13:50:10.732Z',NULL,NULL,NULL,'{"type":"player.joined","player":"p3","name":"Cal"}',1);
INSERT INTO "entry" VALUES('zpakthud',5,'2026-11-23T13:50:10.737Z','p1',4,'key-12.b85f2d43286055cead33d133','{"type":"game.started","game":"yogis-whist","players":["p1","p2","p3"],"dealer":"p1"}',1);
INSERT INTO "entry" VALUES('zpakthud',6,'2026-11-23T13:50:10.741Z','p1',4,'key-13.5a98e944b925bd0b848ea102','{"type":"bid.placed","deal":1,"player":"p1","tricks":1}',1);
INSERT INTO "entry" VALUES('zpakthud',7,'2026-11-23T13:50:10.742Z','p2',5,'key-14.9856125641fe7e32b47de3d3','{"type":"bid.placed","deal":1,"player":"p2","tricks":0}',1);
INSERT INTO "entry" VALUES('zpakthud',8,'2026-11-23T13:50:10.743Z','p3',6,'key-15.b9bec9a7aaa7e972173ce94b','{"type":"bid.placed","deal":1,"player":"p3","tricks":1}',1);
INSERT INTO "entry" VALUES('zpakthud',9,'2026-11-23T13:50:10.744Z','p3',6,'key-16.8c417ec5fee7f3c7296c9e9e','{"type":"call.made","deal":1,"player":"p2","call":"no"}',1);
INSERT INTO "entry" VALUES('zpakthud',10,'2026-11-23T13:50:10.745Z','p3',6,'key-17.5208a20d0506bf27b9ba3309','{"type":"call.made","deal":1,"player":"p3","call":"no"}',1);
INSERT INTO "entry" VALUES('zpakthud',11,'2026-11-23T13:50:10.746Z','p3',6,'key-18.9aa58426a5a794586c82e764','{"type":"call.made","deal":1,"player":"p1","call":"no"}',1);
INSERT INTO "entry" VALUES('zpakthud',12,'2026-11-23T13:50:10.747Z','p1',4,'key-19.079aaa8df8d0f160ede827a8','{"type":"trick.taken","deal":1,"trick":1,"winner":"p2"}',1);
INSERT INTO "entry" VALUES('zpakthud',13,'2026-11-23T13:50:10.758Z','p1',4,'key-20.eb51ce40ad768f24e0cc5565','{"type":"trick.taken","deal":1,"trick":2,"winner":"p3"}',1);
INSERT INTO "entry" VALUES('zpakthud',14,'2026-11-23T13:50:10.765Z','p1',4,'key-21.b3f4e074dac6c52f93d1168e','{"type":"trick.taken","deal":1,"trick":3,"winner":"p2"}',1);
INSERT INTO "entry" VALUES('zpakthud',15,'2026-11-23T13:50:10.772Z','p1',4,'key-22.08f3c2bd0f341a00882e4bec','{"type":"drink.taken","player":"p1","amount":1}',1);
INSERT INTO "entry" VALUES('zpakthud',16,'2026-11-23T13:50:10.774Z','p1',4,'key-23.60c9b3d282e8d706c37ce2ea','{"type":"night.closed"}',1);
CREATE TABLE game_note (
	night_id VARCHAR(8) NOT NULL, 
	game INTEGER NOT NULL, 
	note VARCHAR(40) NOT NULL, 
	CONSTRAINT pk_game_note PRIMARY KEY (night_id, game, note), 
	CONSTRAINT fk_game_note_night_id_night FOREIGN KEY(night_id) REFERENCES night (id) ON DELETE CASCADE
);
CREATE TABLE guess (
	id INTEGER NOT NULL, 
	address VARCHAR(64) NOT NULL, 
	at VARCHAR(24) NOT NULL, 
	CONSTRAINT pk_guess PRIMARY KEY (id)
);
CREATE TABLE loan (
	night_id VARCHAR(8) NOT NULL, 
	player TEXT NOT NULL, 
	device_id INTEGER NOT NULL, since INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_loan PRIMARY KEY (night_id, player), 
	CONSTRAINT fk_loan_device_id_device FOREIGN KEY(device_id) REFERENCES device (id) ON DELETE CASCADE, 
	CONSTRAINT fk_loan_night_id_night FOREIGN KEY(night_id) REFERENCES night (id) ON DELETE CASCADE
);
INSERT INTO "loan" VALUES('ydrhzrff','p4',2,15);
CREATE TABLE night (
	id VARCHAR(8) NOT NULL, 
	code VARCHAR(8) NOT NULL, 
	token VARCHAR(64) NOT NULL, 
	door INTEGER DEFAULT '0' NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	watch VARCHAR(64), 
	whispers INTEGER DEFAULT '0' NOT NULL, 
	rewritten INTEGER DEFAULT '0' NOT NULL, feed VARCHAR(64), webhook TEXT, webhook_secret VARCHAR(64), 
	CONSTRAINT pk_night PRIMARY KEY (id), 
	CONSTRAINT uq_night_code UNIQUE (code), 
	CONSTRAINT uq_night_token UNIQUE (token)
);
INSERT INTO "night" VALUES('ydrhzrff','ANETHG','J5O51c868USeedmNX9526g',6,'2026-11-23T13:50:10.131Z','e_cQ7Go4Ablf1uAZQhgQCQ',1,0,NULL,NULL,NULL);
INSERT INTO "night" VALUES('zpakthud','JCRWMT','Ws5T58YyBIA7HOdv5RABJg',3,'2026-11-23T13:50:10.717Z','2vWx4mRMXrI96lRIJMwNfA',0,0,NULL,NULL,NULL);
CREATE TABLE "proposal" (
	night_id VARCHAR(8) NOT NULL, 
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	maker TEXT NOT NULL, 
	asked TEXT NOT NULL, 
	event TEXT NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	CONSTRAINT fk_proposal_night_id_night FOREIGN KEY(night_id) REFERENCES night (id) ON DELETE CASCADE
);
INSERT INTO "proposal" VALUES('ydrhzrff',1,'p2','p3','{"type":"drink.moved","player":"p2","to":"p3","amount":1}','2026-11-23T13:50:10.703Z');
CREATE TABLE ticket (
	night_id VARCHAR(8) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	player TEXT NOT NULL, 
	expires_at VARCHAR(24) NOT NULL, 
	used_at VARCHAR(24), 
	CONSTRAINT pk_ticket PRIMARY KEY (hash), 
	CONSTRAINT fk_ticket_night_id_night FOREIGN KEY(night_id) REFERENCES night (id) ON DELETE CASCADE
);
CREATE TABLE wish (
	night_id VARCHAR(8) NOT NULL, 
	player TEXT NOT NULL, 
	drinks VARCHAR(8) NOT NULL, 
	forfeit TEXT NOT NULL, 
	cap INTEGER, 
	paused BOOLEAN NOT NULL, 
	glass INTEGER, 
	unit TEXT, confirms BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_wish PRIMARY KEY (night_id, player), 
	CONSTRAINT fk_wish_night_id_night FOREIGN KEY(night_id) REFERENCES night (id) ON DELETE CASCADE
);
INSERT INTO "wish" VALUES('ydrhzrff','p2','soft','hop on one leg',12,0,330,'sip',0);
CREATE UNIQUE INDEX ix_night_watch ON night (watch);
CREATE INDEX ix_device_night_id_player ON device (night_id, player);
CREATE INDEX ix_loan_device_id ON loan (device_id);
CREATE INDEX ix_ticket_night_id_player ON ticket (night_id, player);
CREATE INDEX ix_entry_device_id ON entry (device_id);
CREATE INDEX ix_proposal_night_id ON proposal (night_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('proposal',1);
COMMIT;
