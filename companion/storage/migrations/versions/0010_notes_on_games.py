"""What a table decides or sees in a game and the log does not have, such as that anybody may make rules in it."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "game_note",
        sa.Column("night_id", sa.String(8), nullable=False),
        sa.Column("game", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("note", sa.String(40), nullable=False),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name="fk_game_note_night_id_night", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("night_id", "game", "note", name="pk_game_note"),
    )
