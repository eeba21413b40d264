"""What a reward is called and said to be in other languages than English: part of the programme file.

English itself is in the rewards, and stands in for what is not translated.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import JSON, ForeignKey, delete, insert, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from loyalty.db.tables import Base

# The texts of a reward that can be translated, by the names of the programme file.
TRANSLATED = ("title", "description", "terms")

# `{"ms": {"title": …}}`: by language, only what is translated.
Translations = Mapping[str, Mapping[str, str]]
# `{"en": …, "ms": …}`: one text in its languages.
Texts = dict[str, str]


class RewardTexts(Base):
    """The translated texts of a reward, each with its English, as `texts_of` makes them."""

    __tablename__ = "reward_texts"

    reward_id: Mapped[int] = mapped_column(ForeignKey("rewards.id"), primary_key=True, autoincrement=False)
    texts: Mapped[dict[str, Texts]] = mapped_column(JSON)


def texts_of(english: Mapping[str, Any], translations: Translations) -> dict[str, Texts]:
    """The translated texts of a reward by their names in the file, each in all its languages."""
    found = {}
    for name in TRANSLATED:
        others = {language: words[name] for language, words in translations.items() if words.get(name)}
        if english[name] and others:
            found[name] = {"en": str(english[name]), **others}
    return found


def translations(db: Session) -> dict[int, dict[str, dict[str, str]]]:
    """The translations of every reward that has some, by its id."""
    found: dict[int, dict[str, dict[str, str]]] = {}
    for row in db.execute(select(RewardTexts.reward_id, RewardTexts.texts)):
        of_reward = found.setdefault(row.reward_id, {})
        for name, texts in row.texts.items():
            for language, words in texts.items():
                if language != "en":
                    of_reward.setdefault(language, {})[name] = words
    return found


def write(db: Session, texts_by_reward: Mapping[int, dict[str, Texts]]) -> None:
    """Write the texts of these rewards in the caller's transaction."""
    db.execute(delete(RewardTexts).where(RewardTexts.reward_id.in_(texts_by_reward)))
    rows = [{"reward_id": key, "texts": texts} for key, texts in texts_by_reward.items() if texts]
    if rows:
        db.execute(insert(RewardTexts), rows)


def published(db: Session) -> list[Texts]:
    """Every translated text of the rewards once, as `GET /content` has them."""
    return once(db.scalars(select(RewardTexts.texts).order_by(RewardTexts.reward_id)))


def once(rewards: Iterable[Mapping[str, Texts]]) -> list[Texts]:
    """The texts of several rewards, each English one once."""
    found: dict[str, Texts] = {}
    for texts in rewards:
        for text in texts.values():
            found.setdefault(text["en"], text)
    return list(found.values())
