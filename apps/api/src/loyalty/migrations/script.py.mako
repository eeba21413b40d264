<%
    def without_remarks(steps):
        """The steps without alembic's own remarks."""
        return "\n".join(line for line in (steps or "").splitlines() if "###" not in line).strip() or "pass"
%>"""${message}."""

import sqlalchemy as sa
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    ${without_remarks(upgrades)}


def downgrade() -> None:
    ${without_remarks(downgrades)}
