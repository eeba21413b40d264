"""What a member may prefer, and what holds until she says otherwise (spec 001 §2, §3 and §9)."""

from __future__ import annotations

from typing import Any, Final

FREQUENCIES: Final = ("immediate", "daily", "weekly", "minimal")
LANGUAGES: Final = ("en", "ms", "zh", "ta", "th", "id")
FALLBACK_LANGUAGES: Final = ("en", "ms", "zh")
DATE_FORMATS: Final = ("DD/MM/YYYY", "MM/DD/YYYY", "YYYY-MM-DD", "DD MMM YYYY")
TIME_FORMATS: Final = ("12", "24")
CURRENCIES: Final = ("MYR", "USD", "SGD", "EUR")
NUMBER_FORMATS: Final = ("1,234.56", "1.234,56", "1 234.56")
VISIBILITIES: Final = ("public", "members", "private")

# What is advertising, and so a consent of its own that is given and withdrawn at any time (PDPA s. 43).
MARKETING: Final = (
    "promotions_notifications",
    "menu_notifications",
    "newsletter",
    "birthday_offers",
)

DEFAULTS: Final[dict[str, dict[str, Any]]] = {
    "notifications": {
        "push_enabled": True,
        "points_notifications": True,
        "promotions_notifications": True,
        "order_notifications": True,
        "menu_notifications": False,
        "weekly_summary": True,
        "newsletter": True,
        "birthday_offers": True,
        "security_notifications": True,
        "quiet_hours_enabled": False,
        "quiet_hours_start": "22:00",
        "quiet_hours_end": "08:00",
        "notification_frequency": "immediate",
    },
    "language": {
        "selected_language": "en",
        "date_format": "DD/MM/YYYY",
        "time_format": "24",
        "currency": "MYR",
        "number_format": "1,234.56",
        "auto_translate_menu": True,
        "show_original_text": False,
        "fallback_language": "en",
    },
    "privacy": {
        "profile_visibility": "public",
        "show_activity_status": True,
        "allow_contact": True,
    },
}
