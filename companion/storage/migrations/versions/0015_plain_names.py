"""Tables and columns have the names that the code has, and what a phone was once called is not kept."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

TABLES = {"wish": "preference", "guess": "wrong_code"}
COLUMNS = {"door": "members_version", "whispers": "preferences_version"}


def upgrade() -> None:
    for old, new in TABLES.items():
        rename(old, new)
    for old, new in COLUMNS.items():
        op.alter_column("night", old, new_column_name=new)
    op.drop_column("device", "label")


def rename(old: str, new: str) -> None:
    """PostgreSQL also renames what is named after the table; in SQLite these names mean nothing."""
    op.rename_table(old, new)
    if op.get_bind().dialect.name != "postgresql":
        return
    for constraint in sa.inspect(op.get_bind()).get_foreign_keys(new):
        name = str(constraint["name"])
        op.execute(f"ALTER TABLE {new} RENAME CONSTRAINT {name} TO {name.replace(f'fk_{old}_', f'fk_{new}_')}")
    op.execute(f"ALTER TABLE {new} RENAME CONSTRAINT pk_{old} TO pk_{new}")
