"""Lists of bills by the time they were paid."""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the index."""
    op.create_index(op.f("ix_bills_paid_at"), "bills", ["paid_at"], unique=False)


def downgrade() -> None:
    """Drop the index."""
    op.drop_index(op.f("ix_bills_paid_at"), table_name="bills")
