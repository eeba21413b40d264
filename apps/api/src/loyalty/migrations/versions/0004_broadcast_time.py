"""A broadcast may leave at a moment that was chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the moment; None: as soon as it is approved."""
    op.add_column("broadcasts", sa.Column("send_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    """Drop the moment."""
    op.drop_column("broadcasts", "send_at")
