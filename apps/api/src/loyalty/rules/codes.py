"""The codes of everything that the API refuses, each with its English sentence: apps translate by the code.

Below /api/staff a code is answered as it is, elsewhere as the coarser code that some have (docs/till.md).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Self


class Code(StrEnum):
    """What went wrong: `sentence` has the places of its params, `rules.problems` fills them in.

    `public` is the code that calls of members and tills answer.
    """

    sentence: str
    public: str

    def __new__(cls, code: str, sentence: str, public: str = "") -> Self:
        """A code, its sentence, and the coarser code where there is one."""
        made = str.__new__(cls, code)
        made._value_ = code
        made.sentence = sentence
        made.public = public or code
        return made

    # Of HTTP, and of every call.
    BAD_REQUEST = "bad_request", "This request cannot be read."
    NOT_FOUND = "not_found", "This does not exist."
    METHOD_NOT_ALLOWED = "method_not_allowed", "This cannot be done here."
    TOO_LARGE = "too_large", "This is too large."
    UNSUPPORTED_MEDIA_TYPE = (
        "unsupported_media_type",
        "The body should be JSON (Content-Type: application/json).",
    )
    INVALID = "invalid", "Please check what you have entered."
    FLOOD = "flood", "Too many requests. Please wait a moment.", "too_many"
    INTERNAL_ERROR = "internal_error", "Something went wrong on our side. Please try again."
    UNAVAILABLE = "unavailable", "The service is busy. Please try again in a moment."
    REFUSED = "refused", "This is not possible."
    NOT_SIGNED_IN = "not_signed_in", "Please sign in to continue."
    NOT_YOURS = "not_yours", "This belongs to another member."
    IDEMPOTENCY_MISMATCH = "idempotency_mismatch", "This key was used for another request."
    WAIT_SECONDS = "wait_seconds", "Please wait {count} {count:second|seconds}", "too_many"
    WAIT_MINUTES = "wait_minutes", "Please wait {count} minutes", "too_many"
    BYTE_ORDER_MARK = "byte_order_mark", "The body starts with a byte order mark.", "bad_request"
    NOT_UTF8 = "not_utf8", "The body is not UTF-8.", "bad_request"
    NESTED_TOO_DEEPLY = "nested_too_deeply", "The body is nested too deeply.", "bad_request"
    NOT_JSON = "not_json", "The body is not valid JSON.", "bad_request"
    KEY_TWICE = "key_twice", "The body has the same key twice.", "bad_request"
    NUMBER_TOO_LARGE = "number_too_large", "The body contains a number that is too large.", "bad_request"
    NOT_A_JSON_NUMBER = "not_a_json_number", "The body contains {word}, which is not JSON.", "bad_request"
    TOO_MANY_KEYS = "too_many_keys", "The body has too many keys.", "bad_request"
    UNPAIRED_SURROGATE = "unpaired_surrogate", "The body contains an unpaired surrogate.", "bad_request"
    NO_CSP_REPORT = "no_csp_report", "This is not a Content Security Policy report.", "bad_request"
    NOT_A_CALL = "not_a_call", "This address is for API calls only."
    WRONG_TABLES = "wrong_tables", "{reason}", "unavailable"
    TABLES_TOO_OLD = (
        "tables_too_old",
        "The tables are older than this release: run `flask --app loyalty db upgrade`.",
        "unavailable",
    )

    # Of a field.
    TOO_SHORT = "too_short", "Shorter than minimum length {min}."
    TOO_LONG = "too_long", "Longer than maximum length {max}."
    WRONG_LENGTH = "wrong_length", "Length must be between {min} and {max}."
    TOO_LOW = "too_low", "Must be greater than or equal to {min}."
    TOO_HIGH = "too_high", "Must be less than or equal to {max}."
    OUT_OF_RANGE = (
        "out_of_range",
        "Must be greater than or equal to {min} and less than or equal to {max}.",
    )
    UNSTORABLE_CHARACTERS = "unstorable_characters", "This text contains characters that cannot be stored."
    NOT_A_SINGLE_LINE = "not_a_single_line", "This must be a single line."
    NOT_AN_AMOUNT = "not_an_amount", 'Write the amount with two decimal places, such as "45.90".'
    TEXT_TOO_LONG = "text_too_long", "Please keep this to {max} characters."
    FILE_TOO_LARGE = "file_too_large", "The file is larger than 5 MB."

    # Of signing in, and of members.
    INVALID_CODE = "invalid_code", "Invalid verification code. Please try again."
    INVALID_TICKET = "invalid_ticket", "Please verify your number again."
    ALREADY_MEMBER = "already_member", "This number is already registered. Please sign in."
    NOT_REGISTERED = "not_registered", "This number is not registered yet. Join as a member to continue."
    CHALLENGE = "challenge", "Please try again in a moment."
    SESSION_ENDED = "session_ended", "Your session has ended. Please sign in again."
    SESSION_REUSED = "session_reused", "Your session has ended. Please sign in again."
    NO_SUCH_DEVICE = "no_such_device", "This device is not signed in."
    INVALID_NONCE = "invalid_nonce", "x-handoff should hold at least 128 random bits."
    HANDOFF_OTHER_MEMBER = "handoff_other_member", "Another member is signed in here."
    HANDOFF_USED = "handoff_used", "This link has already been used. Sign in, or open again from the website."
    HANDOFF_EXPIRED = (
        "handoff_expired",
        "This link is no longer valid. Sign in, or open again from the website.",
    )
    HANDOFF_OFF = "handoff_off", "The members' app cannot be opened from here."
    HANDOFF_NOT_HERE = "handoff_not_here", "You are already in the members' app."
    UNSERVED_CALLING_CODE = "unserved_calling_code", "We do not serve this calling code.", "invalid"
    INVALID_NUMBER_60 = (
        "invalid_number_60",
        "Malaysian mobile numbers should start with 1 and be 9-10 digits long",
        "invalid",
    )
    INVALID_NUMBER_65 = (
        "invalid_number_65",
        "Singapore mobile numbers should start with 8 or 9 and be 8 digits long",
        "invalid",
    )
    INVALID_NUMBER_1 = "invalid_number_1", "US/Canada numbers should be 10 digits long", "invalid"
    INVALID_NUMBER_44 = (
        "invalid_number_44",
        "UK mobile numbers should start with 7 and be 10-11 digits long",
        "invalid",
    )
    INVALID_NUMBER_86 = (
        "invalid_number_86",
        "China mobile numbers should start with 1 and be 11 digits long",
        "invalid",
    )
    INVALID_NUMBER_91 = (
        "invalid_number_91",
        "India mobile numbers should start with 6-9 and be 10 digits long",
        "invalid",
    )
    INVALID_NUMBER = "invalid_number", "Phone number should be between 7-15 digits long", "invalid"
    NAME_TOO_SHORT = "name_too_short", "Name must be at least 2 characters", "invalid"
    NAME_TOO_LONG = "name_too_long", "Name must be at most 100 characters", "invalid"
    INVALID_EMAIL = "invalid_email", "Please enter a valid email address", "invalid"
    INVALID_DATE_OF_BIRTH = "invalid_date_of_birth", "Please enter a valid date of birth", "invalid"
    NUMBER_NOT_CHANGEABLE = "number_not_changeable", "Contact support to change your phone number", "invalid"
    DATE_OF_BIRTH_SET = "date_of_birth_set", "Contact support to change your date of birth", "set_once"
    RACE_SET = "race_set", "Contact support to change your race", "set_once"
    OUTLET_SET = "outlet_set", "Contact support to change your outlet", "set_once"
    UNKNOWN_REFERRAL_CODE = "unknown_referral_code", "We do not know this referral code"
    UNKNOWN_REFERRAL = "unknown_referral", "We do not know this referral code", "invalid"
    OWN_REFERRAL_CODE = "own_referral_code", "This is your own referral code"
    REFERRAL_CIRCLE = "referral_circle", "You invited this member yourself"
    REFERRER_ALREADY_SET = "referrer_already_set", "You have entered a referral code already"
    UNKNOWN_RACE = "unknown_race", "There is no such race id.", "invalid"
    NUMBER_TAKEN = "number_taken", "This number belongs to another member."
    NEWER_NOTICE = "newer_notice", "There is a newer version. Please read it first.", "invalid"
    MEMBER_NOT_FOUND = "member_not_found", "This member does not exist.", "not_found"
    UNKNOWN_MEMBER = "unknown_member", "There is no such member."
    NO_POINTS_ACCOUNT = "no_points_account", "This member has no points account.", "not_found"
    NOT_ENOUGH_POINTS = "not_enough_points", "You do not have enough points for this."
    BALANCE_TOO_SMALL = "balance_too_small", "The balance is too small for this correction."
    MEMBERSHIP_NOT_FOUND = "membership_not_found", "This membership does not exist.", "not_found"
    MESSAGE_NOT_FOUND = "message_not_found", "This message does not exist.", "not_found"
    ALWAYS_SENT = "always_sent", "Messages about your security are always sent."
    LINK_NOT_FOUND = "link_not_found", "This link does not exist.", "not_found"
    NO_PUSH = "no_push", "Push notifications are not available here."
    NO_SUCH_SUBSCRIPTION = "no_such_subscription", "This browser is not subscribed to push notifications."
    UNKNOWN_PUSH_SERVICE = "unknown_push_service", "This push service is not supported.", "invalid"
    PUSH_ADDRESS = "push_address", "The address of the push service {problem}.", "invalid"
    INVALID_PUSH_KEY = "invalid_push_key", "This is not a browser's public key.", "invalid"
    INVALID_PUSH_SECRET = "invalid_push_secret", "This is not a browser's secret.", "invalid"
    PROOF_NEEDED = "proof_needed", "Please confirm with a code that it is you."
    INVALID_PASSKEY = (
        "invalid_passkey",
        "This passkey could not be verified. Please try again, or sign in with a code.",
    )
    PASSKEY_CLONED = (
        "passkey_cloned",
        "This passkey could not be verified. Please try again, or sign in with a code.",
    )
    UNKNOWN_PASSKEY = "unknown_passkey", "We do not recognise this passkey. Please sign in with a code."
    TOO_MANY_PASSKEYS = (
        "too_many_passkeys",
        "You have the maximum number of passkeys. Please remove one first.",
    )
    PASSKEY_KNOWN = "passkey_known", "This passkey has already been added."
    NO_SUCH_PASSKEY = "no_such_passkey", "There is no such passkey."
    HOST_UNLINKED = (
        "host_unlinked",
        "This {app} account is not linked to a membership yet. Sign in or join to link it.",
        "host_not_linked",
    )
    HOST_NOT_LINKED = "host_not_linked", "This account is not linked."
    NO_SUCH_HOST = "no_such_host", "This app cannot be used to sign in here."
    HOST_OF_ANOTHER_MEMBER = (
        "host_of_another_member",
        "This {app} account belongs to another membership. Unlink it there first.",
    )
    OTHER_HOST_ACCOUNT = (
        "other_host_account",
        "Another {app} account is linked to your membership. Unlink it first.",
    )
    HOST_OVER = (
        "host_over",
        "This sign-in took too long or has already been used. Please open the app again inside {app}.",
    )
    HOST_REFUSED = (
        "host_refused",
        "{app} did not confirm this sign-in. Please open the app again inside {app}, or sign in with a code.",
    )
    HOST_DOWN = "host_down", "{app} is not responding at the moment. Please sign in with a code."
    UNKNOWN_PASS = "unknown_pass", "There is no such pass."
    LINK_OVER = "link_over", "This link is no longer valid. Please press the button again."
    NO_WALLET = "no_wallet", "This wallet is not available here."
    VOUCHER_ENDED = "voucher_ended", "This voucher has ended."
    NO_SUCH_PASS_DEVICE = "no_such_pass_device", "There is no such device.", "not_found"
    TOO_MANY_LOGS = "too_many_logs", "Too many logs. Please wait a moment.", "too_many"

    # Of rewards and vouchers.
    NOT_AVAILABLE = "not_available", "This reward is not available for claiming at the moment."
    CLAIM_PENDING = "claim_pending", "Your claim is currently being processed. Please wait for confirmation."
    NOT_BIRTH_MONTH = "not_birth_month", "This reward is only available during your birth month"
    TIER_LOCKED = "tier_locked", "This reward is for members of a higher tier."
    LIMIT_REACHED = "limit_reached", "You have claimed this reward as often as you can."
    OUT_OF_STOCK = "out_of_stock", "This reward has been fully claimed."
    REWARD_NOT_FOUND = "reward_not_found", "This reward does not exist.", "not_found"
    VOUCHER_NOT_FOUND = "voucher_not_found", "This voucher does not exist.", "not_found"
    VOUCHER_USED = "voucher_used", "This voucher has been used."
    VOUCHER_USED_AT = "voucher_used_at", "This voucher was used {usedAt:moment} at {outlet}."
    VOUCHER_CANCELLED = "voucher_cancelled", "This voucher was cancelled."
    VOUCHER_CANCELLED_AT = "voucher_cancelled_at", "This voucher was cancelled {cancelledAt:moment}."
    VOUCHER_EXPIRED = "voucher_expired", "This voucher has expired."
    VOUCHER_EXPIRED_ON = "voucher_expired_on", "This voucher could be used until {lastDay:day}."
    VOUCHER_TOO_EARLY = "voucher_too_early", "This voucher cannot be used yet."
    VOUCHER_USABLE_FROM = "voucher_usable_from", "This voucher can be used from {firstDay:day} on."
    VOUCHER_PRESENTED = "voucher_presented", "This voucher is being presented already."
    VOUCHER_NOT_PRESENTED = (
        "voucher_not_presented",
        "The member has to press Use it Now before this voucher can be taken.",
    )
    VOUCHER_NOT_USED = "voucher_not_used", "This voucher has not been used."
    VOUCHER_OTHER_OUTLET = "voucher_other_outlet", "This voucher cannot be used at this outlet."
    VOUCHER_GOOD_ELSEWHERE = (
        "voucher_good_elsewhere",
        "This voucher cannot be used here. It can be used at {outlets:list}.",
    )
    VOUCHER_OTHER_TILL = "voucher_other_till", "This voucher is being shown offline at another till."
    VOUCHER_SHOWN_ELSEWHERE = (
        "voucher_shown_elsewhere",
        "This voucher is shown for {outlet}. Give it back, and the member can show it for this outlet.",
    )
    VOUCHER_OTHER_MEMBER = (
        "voucher_other_member",
        "This voucher is another member's. Record the bill for that member, or use the voucher without it.",
    )
    VOUCHER_HELD = (
        "voucher_held",
        "This voucher may have been used while the till was offline. It can be used again when the till "
        "has reported, or when our staff release it.",
    )
    MINIMUM_SPEND = "minimum_spend", "This voucher needs a bill of at least RM {minimum:ringgit}."
    VOUCHER_CODE_UNREADABLE = "voucher_code_unreadable", "This is not a signed voucher code."
    VOUCHER_CODE_UNKNOWN_KEY = (
        "voucher_code_unknown_key",
        "This till does not know the key that signed this code.",
    )
    VOUCHER_CODE_FORGED = "voucher_code_forged", "This code was not made by us, or it was changed."
    VOUCHER_CODE_OTHER_OUTLET = "voucher_code_other_outlet", "This code is shown for another outlet."
    VOUCHER_CODE_OTHER_TILL = "voucher_code_other_till", "Another till of this outlet takes this code."
    VOUCHER_CODE_NOT_YET = "voucher_code_not_yet", "This code is not valid yet. Is the till's clock right?"
    VOUCHER_CODE_LAPSED = "voucher_code_lapsed", "This code has expired: it was valid for half an hour."
    NOT_ONE_OF_OUR_OUTLETS = "not_one_of_our_outlets", "Please choose one of our outlets", "invalid"
    OUTLET_NOT_FOUND = "outlet_not_found", "This outlet does not exist.", "not_found"

    # Of bills and receipts.
    BILL_NOT_FOUND = "bill_not_found", "This bill does not exist.", "not_found"
    BILL_IN_FUTURE = "bill_in_future", "A bill cannot be paid in the future.", "invalid"
    BILL_TOO_OLD = "bill_too_old", "This bill is older than {days} days.", "invalid"
    BILL_TOO_LARGE = "bill_too_large", "A bill can be RM {max:whole_ringgit} at most."
    BILL_VOID = "bill_void", "This bill was taken back."
    MOVE_WAITS = "move_waits", "Somebody has asked to move this bill to another member. Decide that first."
    POINTS_SPENT = "points_spent", "The points of this bill have been spent. The office has to settle this."
    RECEIPT_BEING_RECORDED = (
        "receipt_being_recorded",
        "This receipt is being recorded. Please try again.",
        "receipt_taken",
    )
    RECEIPT_TAKEN = "receipt_taken", "This receipt was recorded with another amount or member."
    RECEIPT_AT_OTHER_TILL = (
        "receipt_at_other_till",
        "This receipt was recorded at {till}. If this is another sale, put the till's own number in front.",
        "receipt_taken",
    )
    RECEIPT_CLAIM_DIFFERS = (
        "receipt_claim_differs",
        "A claim was made for this receipt with another amount.",
        "receipt_taken",
    )
    RECEIPT_RECORDED = (
        "receipt_recorded",
        "This receipt has already been recorded for a member.",
        "receipt_taken",
    )
    RECEIPT_RECORDED_FOR_AMOUNT = (
        "receipt_recorded_for_amount",
        "Receipt {receipt} was recorded {recordedAt:moment} with RM {amount:ringgit}. If that is wrong, "
        "take that bill back first.",
    )
    RECEIPT_RECORDED_FOR_ANOTHER = (
        "receipt_recorded_for_another",
        "Receipt {receipt} was recorded {recordedAt:moment} for another member. If that is wrong, take "
        "that bill back first.",
    )
    RECEIPT_RECORDED_FOR_MEMBER = (
        "receipt_recorded_for_member",
        "Receipt {receipt} was recorded {recordedAt:moment} for a member. If that is wrong, take that "
        "bill back first.",
    )
    RECEIPT_IS_BILL = (
        "receipt_is_bill",
        "This receipt is bill {bill} of member {member}, RM {amount:ringgit}. If that is wrong, take that"
        " bill back first, or move it to the right member.",
    )
    RECEIPT_CLAIM_NOT_FOUND = "receipt_claim_not_found", "This receipt claim does not exist.", "not_found"
    RECEIPT_CLAIMED_BY_MEMBER = (
        "receipt_claimed_by_member",
        "A member has claimed this bill. Take the bill back instead.",
        "receipt_claimed",
    )
    RECEIPT_UNREADABLE = (
        "receipt_unreadable",
        "This is not the code of a receipt. Please scan the receipt again.",
    )
    RECEIPT_FORGED = "receipt_forged", "This code was not made by us. Please scan the receipt again."
    RECEIPT_VOID = "receipt_void", "This bill was cancelled, so it earns no points."
    RECEIPT_ALREADY_YOURS = "receipt_already_yours", "You have already claimed this bill."
    RECEIPT_CLAIMED = "receipt_claimed", "Somebody else has already claimed this bill."
    RECEIPT_EXPIRED = "receipt_expired", "A bill can be claimed for {days} days, and that time has passed."
    INVALID_RECEIPT = (
        "invalid_receipt",
        "A receipt number has up to 40 letters, digits and symbols.",
        "invalid",
    )
    RECEIPT_OR_DAY = "receipt_or_day", "Name a receiptNumber, a businessDay or both.", "invalid"
    SIGNED_CODE_AND_TIME = (
        "signed_code_and_time",
        "A voucher that was used offline has signedCode and usedAt.",
        "invalid",
    )
    BILL_LIMIT = (
        "bill_limit",
        "This bill is larger than a till may confirm. The office will confirm it, and the points follow "
        "then.",
        "bill_waits_for_office",
    )
    TILL_DAY_LIMIT = (
        "till_day_limit",
        "This till has confirmed as much today as it may. The office will confirm it, and the points "
        "follow then.",
        "bill_waits_for_office",
    )
    MEMBER_DAY_LIMIT = (
        "member_day_limit",
        "This member's bills of today are more than tills may confirm. The office will confirm it, and "
        "the points follow then.",
        "bill_waits_for_office",
    )
    WAITS_FOR_SECOND_PERSON = (
        "waits_for_second_person",
        "This bill needs a second person. The office will confirm it, and the points follow then.",
        "bill_waits_for_office",
    )
    NOT_YOUR_BILL = "not_your_bill", "Somebody else recorded this bill. Your manager can take it back."
    BILL_OF_ANOTHER_DAY = "bill_of_another_day", "This bill is not from today. Your manager can take it back."

    # Of tills.
    TABLET_KEY = (
        "tablet_key",
        "This key belongs to a tablet: bills and vouchers need a cashier who is signed in there.",
    )
    TILL_KEY_NEEDED = "till_key_needed", "A till needs its key.", "unknown_till"
    TILL_KEY_UNKNOWN = "till_key_unknown", "This till key is not known or was revoked.", "unknown_till"
    TILL_KEY_EXPIRED = "till_key_expired", "This till key has expired. The office makes a new one."
    NO_SUCH_TILL_KEY = "no_such_till_key", "There is no such till key."
    TILL_KEY_REVOKED = "till_key_revoked", "There is no such till key, or it has already been revoked."
    KEY_DAY_OVER = "key_day_over", "The day on which this key would expire is over."
    TILL_NAME_TOO_LONG = "till_name_too_long", "Please keep the name to {max} characters."
    TILL_NAME_TAKEN = "till_name_taken", "Another till of this outlet has this name."
    TILL_LOOKUPS = (
        "till_lookups",
        "This till has looked up too many members. Please wait a moment.",
        "too_many",
    )
    MEMBER_LOOKUPS = (
        "member_lookups",
        "You have looked up too many members. Please wait a moment.",
        "too_many",
    )
    TOO_MANY_CODES = (
        "too_many_codes",
        "Too many codes that are not ours. Please wait a few minutes.",
        "too_many",
    )

    # Of forms that visitors send.
    NOT_THIS_KIND = "not_this_kind", "Please attach a .pdf, .doc or .docx file.", "attachment_refused"
    BAD_FILE_NAME = (
        "bad_file_name",
        "Please give the file a plain name, such as resume.pdf.",
        "attachment_refused",
    )
    ATTACHMENT_TOO_LARGE = "attachment_too_large", "The file is larger than 5 MB.", "attachment_refused"
    EMPTY_ATTACHMENT = "empty_attachment", "The attached file is empty.", "attachment_refused"
    NOT_WHAT_IT_SAYS = (
        "not_what_it_says",
        "This file is not what its name says. Please attach a .pdf, .doc or .docx file.",
        "attachment_refused",
    )
    MACROS = (
        "macros",
        "This document contains macros. Please save it without them, or as a PDF.",
        "attachment_refused",
    )
    LOCKED = (
        "locked",
        "This PDF cannot be opened without a password. Please save it without one.",
        "attachment_refused",
    )
    VIRUS = (
        "virus",
        "This file contains a virus and was not kept. Please attach a clean one.",
        "attachment_refused",
    )
    BROKEN = "broken", "This file arrived damaged. Please attach it again.", "attachment_refused"
    HOLDS_SCRIPT = (
        "holds_script",
        "This document contains a script, or something that runs when it is opened. Please print it to a "
        "PDF and attach that.",
        "attachment_refused",
    )
    HOLDS_FILE = (
        "holds_file",
        "This document contains another file. Please print it to a PDF and attach that.",
        "attachment_refused",
    )
    FETCHES_OUTSIDE = (
        "fetches_outside",
        "This document loads a template, a picture or text from elsewhere when it is opened. Please "
        "print it to a PDF and attach that.",
        "attachment_refused",
    )
    OPENS_PROGRAM = (
        "opens_program",
        "This document has a link that opens a program or a file on a computer. Please remove that link, "
        "or link to a web page.",
        "attachment_refused",
    )
    INVALID_TELEPHONE = "invalid_telephone", "Please enter a valid phone number", "invalid"
    ATTACHMENTS_BUSY = (
        "attachments_busy",
        "Another attachment is being checked, so nothing was sent. Please try again in a moment.",
    )
    ATTACHMENTS_UNAVAILABLE = (
        "attachments_unavailable",
        "We cannot take attachments right now, so nothing was sent. Please try again later, or send your "
        "application without one.",
    )
    SCANNER_UNAVAILABLE = (
        "scanner_unavailable",
        "Attachments cannot be checked right now, so nothing was sent. Please try again later.",
    )
    ATTACHMENTS_FULL = (
        "attachments_full",
        "We received very many attachments today. Please try again in {hours} {hours:hour|hours}, or send"
        " your application without one.",
    )
    ATTACHMENTS_FLOOD = (
        "attachments_flood",
        "We received many attachments just now. Please try again in {minutes} {minutes:minute|minutes}, "
        "or send your application without one.",
        "too_many",
    )
    MESSAGES_FLOOD = (
        "messages_flood",
        "We received many messages just now. Please try again in {minutes} {minutes:minute|minutes}.",
        "too_many",
    )
    NOT_HIRING_DEPARTMENT = (
        "not_hiring_department",
        "We are not looking for anybody in this department.",
        "invalid",
    )
    NOT_HIRING_PLACE = "not_hiring_place", "We are not hiring in this place.", "invalid"

    # Of content.
    UNKNOWN_DRAWING = "unknown_drawing", "There is no drawing {name}."
    IMAGE_MISSING = "image_missing", "The image {name} was not uploaded."
    UNKNOWN_OUTLET = "unknown_outlet", "The programme has no outlet {outlet}: add it there first."
    PICTURE_TOO_LARGE = "picture_too_large", "{name} is larger than 10 MB."
    PICTURE_TOO_MANY_PIXELS = "picture_too_many_pixels", "{name} has more than 16 million pixels."
    NOT_A_PICTURE = "not_a_picture", "{name} cannot be read as a JPEG, PNG or WebP picture."
    BAD_PICTURE_NAME = (
        "bad_picture_name",
        "{name} should be named with lowercase letters, digits and hyphens, such as pad-thai.jpg.",
    )
    PICTURE_NOT_FOUND = "picture_not_found", "This picture does not exist.", "not_found"
    UNKNOWN_PICTURE = "unknown_picture", "There is no picture {name}."
    NOT_A_TIME = "not_a_time", "Write a time as 10:00."
    NOT_AN_ID = "not_an_id", "An id has at most 40 letters, digits and hyphens."
    NOT_A_DRAWING = "not_a_drawing", "This is not the name of a drawing."
    NOT_UPLOADED = "not_uploaded", "This image was not uploaded here."
    DRAWING_OR_IMAGE = "drawing_or_image", "A picture is either a drawing or an image."
    NOT_A_POSTCODE = "not_a_postcode", "A postcode has five digits."
    CLOSES_BEFORE_OPENS = (
        "closes_before_opens",
        "An outlet closes after it opens, at the latest at noon of the next day.",
    )
    HOURS_OVERLAP = "hours_overlap", "These hours must begin after the ones before them end."
    NEVER_OPEN = (
        "never_open",
        "An outlet is open on at least one day of the week. Close it in the programme instead.",
    )
    CLOSED_THAT_DAY = "closed_that_day", "The outlet is closed on this day."
    LAST_DAY_FIRST = "last_day_first", "The last day cannot be before the first."
    CLOSURE_TOO_LONG = (
        "closure_too_long",
        "A closure lasts at most 366 days. Close the outlet in the programme instead.",
    )
    PRICE_OUT_OF_RANGE = "price_out_of_range", "A price is from RM 0.01 to RM 1,000.00."
    UNKNOWN_DISH = "unknown_dish", "There is no dish {name}."
    DISH_TWICE = "dish_twice", "A dish is on the menu of {brand} twice."
    THERE_TWICE = "there_twice", "{name} is listed twice."
    NO_BANNER = "no_banner", "There is no banner for {brand}."
    UNKNOWN_PLACEHOLDER = "unknown_placeholder", "{name} cannot be used here."
    NO_SUCH_CONTENT = "no_such_content", "There is no such content."
    CONTENT_CHANGED = (
        "content_changed",
        "Somebody changed this while you were editing. Read it again before you save.",
    )
    NO_SUCH_VERSION = "no_such_version", "There is no such version."
    UNDESCRIBED_OUTLET = "undescribed_outlet", "Head office has not described this outlet yet."
    NO_DRAFT = "no_draft", "There is no draft to publish."
    IS_PUBLISHED = "is_published", "This is what is published now."
    NOT_BASE64 = "not_base64", "The file must be in base64."

    # Of accounts of the staff.
    ROLE_NEEDED = "role_needed", "Your role does not include this."
    OTHER_OUTLET = "other_outlet", "Your role does not include this outlet."
    OTHER_PERSON = "other_person", "Your role does not include this person, role or outlet.", "other_outlet"
    VERIFICATION_NEEDED = "verification_needed", "Please confirm with your passkey that it is you."
    WRONG_ORIGIN = "wrong_origin", "This request does not come from the staff app."
    STAFF_OFF = "staff_off", "LOYALTY_STAFF_ORIGIN is empty: there is no staff app to invite to."
    NO_SUCH_INVITATION = (
        "no_such_invitation",
        "This is not one of our invitations. Check that the link is complete.",
    )
    INVITATION_EXPIRED = "invitation_expired", "This invitation has expired. Ask for a new one."
    INVITATION_USED = "invitation_used", "This invitation has been used. Ask for a new one."
    AT_TILL = "at_till", "This is done in the office, not at a till."
    NO_PASSKEY = "no_passkey", "You have no passkey. Ask your manager for an invitation."
    PASSKEY_REFUSED = (
        "passkey_refused",
        "This passkey could not be verified. Please try again.",
        "invalid_passkey",
    )
    PASSKEY_OF_ANOTHER = "passkey_of_another", "This passkey belongs to another person.", "invalid_passkey"
    STAFF_PASSKEY_CLONED = (
        "staff_passkey_cloned",
        "This passkey could not be verified. Please try again.",
        "passkey_cloned",
    )
    CHALLENGE_USED = "challenge_used", "This passkey could not be verified. Please try again."
    PASSKEY_NOT_KNOWN = (
        "passkey_not_known",
        "We do not recognise this passkey. Ask your manager for an invitation.",
        "unknown_passkey",
    )
    LAST_PASSKEY = "last_passkey", "This is your only passkey. Add another one first."
    ACCOUNT_GONE = "account_gone", "This account does not exist or is disabled."
    NO_SUCH_ACCOUNT = "no_such_account", "There is no such account."
    ACCOUNT_DISABLED = "account_disabled", "This account is disabled. Add the person again."
    OWN_ACCOUNT = "own_account", "Another person has to change your account."
    EMAIL_KEPT = "email_kept", "An engineer changes this address, on the command line."
    GRANTS_CHANGED = (
        "grants_changed",
        "Somebody changed this while you were editing. Read it again before you save.",
    )
    PIN_ONLY = "pin_only", "A cashier needs a PIN, not an invitation."
    NO_CASHIER = "no_cashier", "Only cashiers have a PIN."
    PIN_LENGTH = "pin_length", "A PIN has {min} to {max} digits."
    PIN_TOO_EASY = "pin_too_easy", "This PIN is too easy to guess. Choose another."
    SAME_PIN = "same_pin", "Choose a PIN that differs from the last one."
    NEW_PIN_NEEDED = "new_pin_needed", "Choose a PIN of your own."
    PIN_CHANGED = "pin_changed", "Your PIN was changed meanwhile. Ask your manager for it."
    NO_PIN = "no_pin", "You have no PIN yet. Ask your manager to set one."
    WRONG_PIN = "wrong_pin", "This PIN is wrong. {count} {count:try is|tries are} left."
    PIN_LOCKED = "pin_locked", "This PIN is locked after 5 wrong attempts. Ask your manager to set a new one."
    NO_SUCH_SESSION = "no_such_session", "There is no such session, or it has ended."
    SEVERAL_PEOPLE = "several_people", "Several people have this name: write {accounts}.", "invalid"
    NO_ROLE = "no_role", "Give at least one role. Disable a person who has none any more."
    ROLE_TWICE = "role_twice", "A role is given twice for one outlet."
    ROLE_EVERYWHERE = "role_everywhere", "The role {role} is for every outlet: leave the outlet out."
    ROLE_NEEDS_OUTLET = "role_needs_outlet", "The role {role} needs an outlet."
    TOO_MANY_ROLES = "too_many_roles", "Please keep it to {max} roles."
    ROLE_OUTLET_NOT_FOUND = "role_outlet_not_found", "This outlet does not exist."
    NO_NAME = "no_name", "Give the person's name."
    STAFF_NAME_TOO_LONG = "staff_name_too_long", "Please keep the name to {max} characters."
    NAME_WITH_VIA = (
        "name_with_via",
        "A name cannot contain the word via: the log separates name and account by it.",
    )
    NO_OFFICE_ROLE = "no_office_role", "You sign in by PIN at a till of your outlet."
    INVALID_KEY = "invalid_key", "This is not a 32-byte Ed25519 key."
    NO_SUCH_ENROLMENT = "no_such_enrolment", "This is not one of our codes. Scan it again."
    ENROLMENT_USED = "enrolment_used", "This code has been used. Ask your manager for a new one."
    ENROLMENT_EXPIRED = "enrolment_expired", "This code has expired. Ask your manager for a new one."
    NO_SUCH_TILL = "no_such_till", "There is no such till at this outlet."
    NO_SUCH_CASHIER = "no_such_cashier", "This person is not a cashier of this outlet."
    TILL_NOT_ENROLLED = (
        "till_not_enrolled",
        "This till is no longer enrolled. Ask your manager for a code.",
        "unknown_till",
    )
    TILL_REFUSED = "till_refused", "This till could not be verified. Please try again."
    CASHIER_NOT_PROVED = (
        "cashier_not_proved",
        "We could not verify who made this sale. Enter it again under your own name.",
    )
    NOT_AT_TILL = "not_at_till", "You are not signed in at a till."

    # Of the counter and the office.
    MEMBER_BY_ID_OR_CODE = "member_by_id_or_code", "Name a member by memberId or by code."
    ONE_MEMBER_NAMED = "one_member_named", "Name a member by memberId, code, mobileNumber or receiptNumber."
    WHOLE_NUMBER_NEEDED = "whole_number_needed", "A number has callingCode and mobileNumber."
    OUTLET_OF_RECEIPT = "outlet_of_receipt", "outletId and businessDay belong to a receiptNumber."
    ONE_FIELD_NEEDED = "one_field_needed", "Give at least one field."
    AMOUNT_NEEDED = "amount_needed", "A bill that is entered by hand must be above RM 0.00."
    REASON_TOO_SHORT = (
        "reason_too_short",
        "Please give a reason of {min} characters or more, such as the ticket and what it asks for.",
    )
    REASON_TOO_LONG = "reason_too_long", "Please keep the reason to {max} characters."
    REASON_NAMES_MEMBER = (
        "reason_names_member",
        "Please leave the member's name, number and address out of the reason: it stays when the member "
        "is erased. Their id is noted anyway.",
    )
    REASON_NEEDED = "reason_needed", "Say why you look this member up. They can see it."
    ATTACHMENT_UNREADABLE = (
        "attachment_unreadable",
        "The attachment {path} cannot be read: {reason}.",
        "not_found",
    )
    ATTACHMENT_DIFFERS = (
        "attachment_differs",
        "The attachment {path} is not what was received: its SHA-256 hash differs.",
        "not_found",
    )
    JOB_WIPED = (
        "job_wiped",
        "What job {job} was about has been wiped. A member asks for a new code.",
        "conflict",
    )
    JOB_UNDER_WAY = "job_under_way", "Job {job} is {state}.", "conflict"
    NO_SUCH_JOB = "no_such_job", "There is no job {job}.", "not_found"
    NOT_COME_YET = "not_come_yet", "This moment has not come yet; only --dry-run looks ahead.", "invalid"
    OPERATOR_TOO_LONG = (
        "operator_too_long",
        "Please keep your name and login to {max} characters.",
        "operator",
    )
    LOOKUP_NEEDED = "lookup_needed", "Look the member up first."
    SEVERAL_MEMBERS = (
        "several_members",
        "Several members have a receipt with this number. Give its outlet and day.",
    )
    NUMBER_NEEDED = "number_needed", "Look this member up by their number or card."
    NO_SUCH_MEMBER = "no_such_member", "There is no such member."
    SIGN_OUTS = "sign_outs", "You have signed out as many members today as one person may.", "too_many"
    OUTLET_CLOSED = "outlet_closed", "There is no such outlet, or it is closed."
    POINTS_OUT_OF_RANGE = "points_out_of_range", "An adjustment moves 1 to {max} points, in or out."
    WINDOW_ENDS_FIRST = "window_ends_first", "The window ends before it begins."
    NOTHING_CHANGES = "nothing_changes", "The record already says this."
    SAME_MEMBER = "same_member", "This bill already belongs to this member."
    SECOND_PERSON = (
        "second_person",
        "This bill gives {points} points, more than you may add alone today. It waits for a second person.",
    )
    ASKED_ALREADY = "asked_already", "This is already waiting for a decision: proposal {proposal}."
    NO_SUCH_PROPOSAL = "no_such_proposal", "There is no such proposal."
    DECIDED = "decided", "This proposal has already been decided."
    APPROVED_BY = "approved_by", "{name} has already approved this."
    REFUSED_BY = "refused_by", "{name} has already refused this."
    WITHDRAWN_BY = "withdrawn_by", "{name} has already withdrawn this."
    NOT_OWN = "not_own", "Only the person who proposed this can withdraw it."
    HIDDEN_FIELDS = (
        "hidden_fields",
        "This changes something that your role does not see: head office decides.",
    )
    HEAD_OFFICE_DECIDES = "head_office_decides", "Another person at head office decides this.", "other_outlet"
    ROLES_DO_NOT_DECIDE = (
        "roles_do_not_decide",
        "Your roles cannot decide this: an area manager of the outlet or head office can.",
        "other_outlet",
    )
    OWN_PROPOSAL = "own_proposal", "This comes from you: another person has to decide."
    SAME_LOGIN = (
        "same_login",
        "This comes from the same login, {login}: another operator has to decide, from a login of their "
        "own. A name given with --by is not a second person.",
        "four_eyes",
    )
    YOU_ADDED_PROPOSER = (
        "you_added_proposer",
        "On {day:day} you added the person whom this comes from. Somebody independent of both of you has "
        "to decide.",
    )
    YOU_PROMOTED_PROPOSER = (
        "you_promoted_proposer",
        "On {day:day} you gave a role to the person whom this comes from. Somebody independent of both of"
        " you has to decide.",
    )
    YOU_INVITED_PROPOSER = (
        "you_invited_proposer",
        "On {day:day} you invited the person whom this comes from. Somebody independent of both of you "
        "has to decide.",
    )
    YOU_SET_PROPOSERS_PIN = (
        "you_set_proposers_pin",
        "On {day:day} you set the PIN of the person whom this comes from. Somebody independent of both of"
        " you has to decide.",
    )
    PROPOSER_ADDED_YOU = (
        "proposer_added_you",
        "On {day:day} the person whom this comes from added you. Somebody independent of both of you has "
        "to decide.",
    )
    PROPOSER_PROMOTED_YOU = (
        "proposer_promoted_you",
        "On {day:day} the person whom this comes from gave you a role. Somebody independent of both of "
        "you has to decide.",
    )
    PROPOSER_INVITED_YOU = (
        "proposer_invited_you",
        "On {day:day} the person whom this comes from invited you. Somebody independent of both of you "
        "has to decide.",
    )
    PROPOSER_SET_YOUR_PIN = (
        "proposer_set_your_pin",
        "On {day:day} the person whom this comes from set your PIN. Somebody independent of both of you "
        "has to decide.",
    )
    SAME_MAKER = (
        "same_maker",
        "In the last 30 days {name} added, invited or gave a role to both of you. Somebody independent of"
        " both of you has to decide.",
    )
    TIED_THROUGH_OTHERS = (
        "tied_through_others",
        "In the last 30 days one of you added or invited somebody who added or invited the other. "
        "Somebody independent of both of you has to decide.",
    )
    LAST_BEFORE_FIRST = "last_before_first", "The last day is before the first."
    TOO_MANY_DAYS = "too_many_days", "Please choose {max} days or fewer."
    CSV_TOO_LONG = "csv_too_long", "This is more than {max:,} rows. Please choose fewer days."
    USED_VOUCHERS_ONLY = "used_vouchers_only", "Only used vouchers belong to an outlet.", "other_outlet"
    BALANCES_OF_NO_OUTLET = "balances_of_no_outlet", "Balances do not belong to an outlet.", "other_outlet"
    NO_SUCH_ENQUIRY = "no_such_enquiry", "There is no enquiry {enquiry} in the inbox."
    NOTHING_ATTACHED = "nothing_attached", "Nothing is attached to enquiry {enquiry}."
    ENQUIRY_CHANGED = "enquiry_changed", "Somebody has marked this as {state} meanwhile."
    NOT_PLAIN_LETTERS = "not_plain_letters", "Use an address without accents or special letters."
    FILE_TOO_LONG = "file_too_long", "Please keep a file to {max:,} sales."
    FILE_TOO_MANY_DAYS = (
        "file_too_many_days",
        "The file covers {first} to {last}: please keep it to {max} days.",
    )
    FILE_OF_OTHER_OUTLET = (
        "file_of_other_outlet",
        "The file has sales of outlet {outlet}, which your role does not include.",
        "other_outlet",
    )
    MISSING_COLUMNS = (
        "missing_columns",
        "The file needs the columns {wanted:joined}; missing: {missing:joined}.",
    )
    ROW_CUT_SHORT = "row_cut_short", "This row is incomplete."
    RECEIPT_TWICE = "receipt_twice", "This receipt is already in line {line}."
    NOT_CSV = "not_csv", "From here on this is not CSV."
    NOT_AN_OUTLET_ID = "not_an_outlet_id", '"{value}" is not the id of an outlet.'
    NOT_A_RECEIPT = "not_a_receipt", '"{value}" is not a receipt number.'
    NOT_A_SUM = "not_a_sum", '"{value}" is not an amount: write it as "45.90" or "1,234.50".'
    NOT_A_DAY = "not_a_day", '"{value}" is not a day: write it as 27/11/2026 or 2026-11-27.'
    MONTH_BEFORE_DAY = (
        "month_before_day",
        "The file writes the month before the day. Write days such as 27/11/2026.",
    )
    LOG_WITHOUT_CHAIN = "log_without_chain", "the office log has no chain"
    LOG_ENTRY_OUTSIDE = "log_entry_outside", "entry {entry} of the office log is not in its chain"
    LOG_ENTRIES_MISSING = (
        "log_entries_missing",
        "entries are missing from the office log before entry {entry}",
    )
    LOG_CHANGED = (
        "log_changed",
        "what stands in the office log before entry {entry} is not what was written there",
    )
    LOG_CUT_SHORT = "log_cut_short", "the office log ends with its entry {last}, and {written} were written"
    LOG_NEWEST_CHANGED = (
        "log_newest_changed",
        "the newest entry of the office log is not what was written there",
    )
    LOG_ENDS_CHANGED = "log_ends_changed", "the ends of the office log's chain are not what was written there"

    # Of the programme, its drafts and its file.
    DRAFT_CHANGED = (
        "draft_changed",
        "{name} has saved this draft meanwhile. Look at what they changed, then save yours.",
    )
    DRAFT_NOT_OPEN = "draft_not_open", "This draft is {state}, not open."
    DRAFT_FINISHED = "draft_finished", "This draft is already {state}."
    DRAFT_CHANGES_NOTHING = "draft_changes_nothing", "This draft changes nothing."
    DRAFT_HAS_PROBLEMS = "draft_has_problems", "This draft cannot be applied as it is."
    NO_SUCH_DRAFT = "no_such_draft", "There is no draft {draft}."
    DAY_OVER = "day_over", "This day is over."
    DAY_TOO_FAR = "day_too_far", "This day is more than a year away."
    VERSION_NOT_FOUND = "version_not_found", "There is no version {version}."
    VERSION_OUTDATED = "version_outdated", "Version {version} is no longer a valid programme."
    PROGRAMME = "programme", "This file has mistakes."
    DOCUMENT_OR_FILE = "document_or_file", "Send either document or file."
    CHANGED_MEANWHILE = (
        "changed_meanwhile",
        "{what}: {field} was {before} when the draft began, is {now} now, and would become {after}. Look "
        "at it and save the draft again from the programme as it is.",
    )
    TIERS_STAY = "tiers_stay", "Tiers and their floors stay while there are members ({members})."
    OUTLET_MISSING = (
        "outlet_missing",
        "Outlet {outlet} is missing: bills name it. Say open: false to close it.",
    )
    OUTLET_NAME_TAKEN = (
        "outlet_name_taken",
        "Outlet {outlet} would get the name that outlet {other} has now: rename that one first.",
    )
    REWARD_MISSING = (
        "reward_missing",
        "Reward {reward} is missing: vouchers name it. Say active: false to withdraw it.",
    )
    REWARD_AT_UNKNOWN_OUTLET = (
        "reward_at_unknown_outlet",
        "Reward {reward} names outlet {outlet}, which does not exist.",
    )
    REWARD_CLAIMED = (
        "reward_claimed",
        "Reward {reward} was claimed {count:once|{count:,} times}: its {field} stays. Give a new one an id.",
    )
    STOCK_TOO_SMALL = "stock_too_small", "Reward {reward} gave {given} of its stock: it cannot be {stock}."
    TIER_MULTIPLIER_JUMPS = (
        "tier_multiplier_jumps",
        "Tier {tier}: {after} points a ringgit, {factor} times today's {before}.",
    )
    REWARD_COST_JUMPS = (
        "reward_cost_jumps",
        "Reward {reward}: {after:,} points, {factor} times today's {before:,}.",
    )
    LIMIT_OFF = "limit_off", "Settings: {field} 0 is no limit: one stolen key gives out points without end."
    LIMIT_JUMPS = "limit_jumps", "Settings: {field} RM {after:,}, {factor} times today's RM {before:,}."
    LIMIT_UNREACHED = (
        "limit_unreached",
        "Settings: bill_limit RM {limit:,} is never reached: {field} is RM {other:,}.",
    )
    RETENTION_NOT_PROMISED = (
        "retention_not_promised",
        "Settings: inactive_months {months} is not what the privacy notice promises, erasure after "
        "{promised}: change the notice in every language, and LOYALTY_NOTICE_VERSION, or this.",
    )
    REWARD_WITHOUT_TERMS = "reward_without_terms", "Reward {reward}: it has no terms."
    REWARD_FREE = "reward_free", "Reward {reward}: it costs no points."
    REWARD_ENDED = "reward_ended", "Reward {reward}: it is active, and has already ended."
    MEMBERS_OF_TIER = "members_of_tier", "{count:1 member|{count:,} members} of this tier"
    MEMBERS_WARNED = (
        "members_warned",
        "{count:1 member|{count:,} members} would be warned by the next run, and erased {days} days later"
        " if unseen",
    )
    MEMBERS_LACK_POINTS = (
        "members_lack_points",
        "{count:1 member now lacks|{count:,} members now lack} the points",
    )
    MEMBERS_HAVE_POINTS = (
        "members_have_points",
        "{count:1 member now has|{count:,} members now have} the points",
    )
    VOUCHERS_STAY = "vouchers_stay", "{count:1 open voucher stays|{count:,} open vouchers stay} as given"
    OUTLET_NOT_ON_PAGES = (
        "outlet_not_on_pages",
        "Pages show an outlet once its address and hours are published (staff app, Content)",
    )

    # Of broadcasts.
    NO_SUCH_BROADCAST = "no_such_broadcast", "There is no broadcast {broadcast}."
    MISSING_LANGUAGES = "missing_languages", "Words are missing in: {languages:joined}."
    BROADCAST_FINISHED = "broadcast_finished", "This broadcast is already {state}."
    BROADCAST_NOT_SENDING = "broadcast_not_sending", "This broadcast is {state}: nothing is being sent."
    BROADCAST_NOT_OPEN = "broadcast_not_open", "This broadcast is {state}, not open."
    BROADCAST_CHANGED = "broadcast_changed", "{name} has saved this broadcast meanwhile. Read it again."
    TEST_WAITING = "test_waiting", "The last test is still being sent. Try again in a moment."

    # Of webhooks and the feed of events.
    NO_SUCH_WEBHOOK = "no_such_webhook", "There is no webhook {webhook}."
    WEBHOOK_CHANGED = (
        "webhook_changed",
        "Somebody changed this while you were editing. Read it again before you save.",
    )
    WEBHOOK_NAME_TOO_LONG = "webhook_name_too_long", "Please give it a name of {max} characters at most."
    WEBHOOK_NAME_TAKEN = "webhook_name_taken", "Another webhook has this name."
    NOT_AN_ADDRESS = "not_an_address", "This is not an address. It looks like https://example.com/events."
    NOT_HTTPS = "not_https", "This is not an https address. It looks like https://example.com/events."
    ADDRESS_WITH_PORT = (
        "address_with_port",
        "This address names a port. Events go to port 443 of public hosts only.",
    )
    PRIVATE_HOST = (
        "private_host",
        "This address is not of a public host. LOYALTY_WEBHOOK_PRIVATE allows hosts that are not.",
    )
    UNKNOWN_EVENT_TYPES = "unknown_event_types", "There are no events of the kind {types:joined}."
    WEBHOOK_OFF = "webhook_off", "This webhook is off. Turn it on first."
    NO_SUCH_DELIVERY = "no_such_delivery", "There is no such delivery that has ended."
    ONE_SECRET = "one_secret", "This webhook has only one secret. Make a new one first."
    TWO_SECRETS = "two_secrets", "This webhook already has two secrets. End the old one first."
    NO_SUCH_FEED_KEY = "no_such_feed_key", "There is no such key, or it has already been revoked."
    UNKNOWN_FEED_KEY = "unknown_feed_key", "The feed of events needs its key."
    EVENTS_GONE = "events_gone", "Events behind {after} are no longer kept. The oldest is {oldest}."

    # Of a mistake in the file of the programme: what is wrong with its name {key}.
    PROGRAMME_FILE = "programme_file", "{mistakes}"
    FILE_YAML_TOO_MUCH = "file_yaml_too_much", "it holds too much"
    FILE_YAML_COLON = "file_yaml_colon", "a colon cannot stand here"
    FILE_YAML_NO_COLON = "file_yaml_no_colon", "a colon is missing"
    FILE_YAML_SIGN = "file_yaml_sign", "nothing can begin with {sign}"
    FILE_YAML_INDENT = "file_yaml_indent", "this line is not indented as those before it"
    FILE_YAML_DASH = "file_yaml_dash", "a list cannot begin here"
    FILE_YAML_BRACKET = "file_yaml_bracket", "a bracket is not closed"
    FILE_YAML_VALUE = "file_yaml_value", "a value is missing"
    FILE_YAML_ALIAS = "file_yaml_alias", "there is no anchor {name}"
    FILE_YAML_ESCAPE = "file_yaml_escape", "a backslash before {sign} means nothing"
    FILE_YAML_QUOTE = "file_yaml_quote", "a text in quotation marks has no end"
    FILE_YAML_SECOND = "file_yaml_second", "it holds a second document"
    FILE_YAML_CHARACTERS = "file_yaml_characters", "a text contains characters that cannot be stored"
    FILE_YAML_UNREADABLE = "file_yaml_unreadable", "it cannot be read here"
    FILE_NESTED = "file_nested", "The file is nested too deeply."
    FILE_WITHOUT_PARTS = "file_without_parts", "The file should have tiers, outlets and rewards."
    FILE_KEY_TWICE = "file_key_twice", "{key} is written twice."
    FILE_UNSTORABLE = "file_unstorable", "a text contains characters that cannot be stored."
    FILE_KEY_MISSING = "file_key_missing", "{key} is missing."
    FILE_UNKNOWN_KEY = "file_unknown_key", "{key} cannot be used here."
    FILE_WHOLE_NUMBER = "file_whole_number", "{key} should be a whole number from {min:,} to {max:,}."
    FILE_TRUE_OR_FALSE = "file_true_or_false", "{key} should be true or false."
    FILE_TEXT = "file_text", "{key} should be a text of up to {max} characters."
    FILE_ANY_TEXT = "file_any_text", "{key} should be a text."
    FILE_RINGGIT = "file_ringgit", "{key} should be an amount in ringgit with two places, such as 45.90."
    FILE_MOMENT = (
        "file_moment",
        "{key} should be a day such as 2026-11-28, or a time such as 2026-11-28T10:00+08:00.",
    )
    FILE_RECORD = "file_record", "{key} should be a record of names and values."
    FILE_ONE_OF = "file_one_of", "{key} should be one of {choices:joined}."
    FILE_OUTLET_IDS = "file_outlet_ids", "{key} should be a list of outlets' ids."
    FILE_POINTS_ONLY = "file_points_only", "{key} is for the kind points only; the others are free."
    FILE_AFTER_STARTS = "file_after_starts", "{key} should be after starts."
    FILE_DECIMAL = "file_decimal", "{key} should be a number with at most one decimal place, such as 1.2."
    FILE_POSITIVE = "file_positive", "{key} should be more than 0."
    FILE_NEVER_OR_LEAST = "file_never_or_least", "{key} should be 0 for never, or at least {min}."
    FILE_RECORDS = "file_records", "{key} should be a list of records."
    FILE_FIRST_TIER = "file_first_tier", "{key} should have a first tier."
    FILE_TIER_LEVEL = "file_tier_level", "{key} should be {level}: tiers are levels 0, 1, 2 … in order."
    FILE_FIRST_FLOOR = "file_first_floor", "{key} should be 0: everybody begins on the first tier."
    FILE_NEXT_FLOOR = "file_next_floor", "{key} should be more points than the {points:,} of the one below."
    FILE_ID_TAKEN = "file_id_taken", "{key} {value} is taken by the one at number {number}."
    FILE_NAME_TAKEN = "file_name_taken", "{key} is taken by the one at number {number}."
    FILE_TIER_LEVELS = "file_tier_levels", "{key} should be one of the levels 0 to {max}."


# Answered by no call of the staff app: to members, to tills and shops of others, or on the command line.
NOT_FOR_STAFF = frozenset(
    {
        Code.UNSUPPORTED_MEDIA_TYPE,
        Code.NOT_YOURS,
        Code.BYTE_ORDER_MARK,
        Code.NOT_UTF8,
        Code.NESTED_TOO_DEEPLY,
        Code.NOT_JSON,
        Code.KEY_TWICE,
        Code.NUMBER_TOO_LARGE,
        Code.NOT_A_JSON_NUMBER,
        Code.TOO_MANY_KEYS,
        Code.UNPAIRED_SURROGATE,
        Code.NO_CSP_REPORT,
        Code.NOT_A_CALL,
        Code.WRONG_TABLES,
        Code.TABLES_TOO_OLD,
        Code.INVALID_CODE,
        Code.INVALID_TICKET,
        Code.ALREADY_MEMBER,
        Code.NOT_REGISTERED,
        Code.CHALLENGE,
        Code.SESSION_REUSED,
        Code.NO_SUCH_DEVICE,
        Code.INVALID_NONCE,
        Code.HANDOFF_OTHER_MEMBER,
        Code.HANDOFF_USED,
        Code.HANDOFF_EXPIRED,
        Code.HANDOFF_OFF,
        Code.HANDOFF_NOT_HERE,
        Code.NUMBER_NOT_CHANGEABLE,
        Code.DATE_OF_BIRTH_SET,
        Code.RACE_SET,
        Code.OUTLET_SET,
        Code.UNKNOWN_REFERRAL_CODE,
        Code.UNKNOWN_REFERRAL,
        Code.OWN_REFERRAL_CODE,
        Code.REFERRAL_CIRCLE,
        Code.REFERRER_ALREADY_SET,
        Code.NEWER_NOTICE,
        Code.MEMBERSHIP_NOT_FOUND,
        Code.MESSAGE_NOT_FOUND,
        Code.ALWAYS_SENT,
        Code.LINK_NOT_FOUND,
        Code.NO_PUSH,
        Code.NO_SUCH_SUBSCRIPTION,
        Code.UNKNOWN_PUSH_SERVICE,
        Code.PUSH_ADDRESS,
        Code.INVALID_PUSH_KEY,
        Code.INVALID_PUSH_SECRET,
        Code.PROOF_NEEDED,
        Code.INVALID_PASSKEY,
        Code.PASSKEY_CLONED,
        Code.UNKNOWN_PASSKEY,
        Code.HOST_UNLINKED,
        Code.HOST_NOT_LINKED,
        Code.NO_SUCH_HOST,
        Code.HOST_OF_ANOTHER_MEMBER,
        Code.OTHER_HOST_ACCOUNT,
        Code.HOST_OVER,
        Code.HOST_REFUSED,
        Code.HOST_DOWN,
        Code.UNKNOWN_PASS,
        Code.LINK_OVER,
        Code.NO_WALLET,
        Code.VOUCHER_ENDED,
        Code.NO_SUCH_PASS_DEVICE,
        Code.TOO_MANY_LOGS,
        Code.NOT_AVAILABLE,
        Code.CLAIM_PENDING,
        Code.NOT_BIRTH_MONTH,
        Code.TIER_LOCKED,
        Code.LIMIT_REACHED,
        Code.OUT_OF_STOCK,
        Code.REWARD_NOT_FOUND,
        Code.RECEIPT_UNREADABLE,
        Code.RECEIPT_FORGED,
        Code.RECEIPT_VOID,
        Code.RECEIPT_ALREADY_YOURS,
        Code.RECEIPT_CLAIMED,
        Code.TABLET_KEY,
        Code.TILL_KEY_NEEDED,
        Code.TOO_MANY_CODES,
        Code.NOT_THIS_KIND,
        Code.BAD_FILE_NAME,
        Code.ATTACHMENT_TOO_LARGE,
        Code.EMPTY_ATTACHMENT,
        Code.NOT_WHAT_IT_SAYS,
        Code.MACROS,
        Code.LOCKED,
        Code.VIRUS,
        Code.BROKEN,
        Code.HOLDS_SCRIPT,
        Code.HOLDS_FILE,
        Code.FETCHES_OUTSIDE,
        Code.OPENS_PROGRAM,
        Code.INVALID_TELEPHONE,
        Code.ATTACHMENTS_BUSY,
        Code.ATTACHMENTS_UNAVAILABLE,
        Code.SCANNER_UNAVAILABLE,
        Code.ATTACHMENTS_FULL,
        Code.ATTACHMENTS_FLOOD,
        Code.MESSAGES_FLOOD,
        Code.NOT_HIRING_DEPARTMENT,
        Code.NOT_HIRING_PLACE,
        Code.STAFF_OFF,
        Code.SEVERAL_PEOPLE,
        Code.ATTACHMENT_UNREADABLE,
        Code.ATTACHMENT_DIFFERS,
        Code.JOB_WIPED,
        Code.JOB_UNDER_WAY,
        Code.NO_SUCH_JOB,
        Code.NOT_COME_YET,
        Code.OPERATOR_TOO_LONG,
        Code.SAME_LOGIN,
        Code.UNKNOWN_EVENT_TYPES,
        Code.UNKNOWN_FEED_KEY,
        Code.EVENTS_GONE,
        Code.PROGRAMME_FILE,
    }
)
