"""How far an operator is with an enquiry."""

from __future__ import annotations

from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # In one statement that both databases take: a table that SQLite builds anew would lose its files.
    op.execute(
        "ALTER TABLE enquiries ADD COLUMN state VARCHAR(10) DEFAULT 'open' NOT NULL "
        "CONSTRAINT ck_enquiries_state CHECK (state IN ('open', 'answered', 'closed'))"
    )


def downgrade() -> None:
    op.drop_column("enquiries", "state")
