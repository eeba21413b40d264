"""The codes of everything that the API refuses, each with its English sentence: apps translate by the code.

Below /api/staff a code is answered as it is, elsewhere as the coarser code that some have (docs/till.md).
"""

from enum import StrEnum, auto
from typing import Self

from loyalty.rules.group import GROUP

_SIGN = GROUP.currency.sign
_UNIT = GROUP.currency.name["en"]


class Code(StrEnum):
    """What went wrong: the value is the name in lower case, `sentence` has the places of its params, which
    `rules.problems` fills in. `public` is the code that calls of members and tills answer.
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

    # First those that no call of the staff app answers: to members, to tills and shops, on the command line.

    # Of HTTP, and of every call.
    UNSUPPORTED_MEDIA_TYPE = auto(), "The body should be JSON (Content-Type: application/json)."
    NOT_YOURS = auto(), "This belongs to another member."
    BYTE_ORDER_MARK = auto(), "The body starts with a byte order mark.", "bad_request"
    NOT_UTF8 = auto(), "The body is not UTF-8.", "bad_request"
    NESTED_TOO_DEEPLY = auto(), "The body is nested too deeply.", "bad_request"
    NOT_JSON = auto(), "The body is not valid JSON.", "bad_request"
    KEY_TWICE = auto(), "The body has the same key twice.", "bad_request"
    NUMBER_TOO_LARGE = auto(), "The body contains a number that is too large.", "bad_request"
    NOT_A_JSON_NUMBER = auto(), "The body contains {word}, which is not JSON.", "bad_request"
    TOO_MANY_KEYS = auto(), "The body has too many keys.", "bad_request"
    UNPAIRED_SURROGATE = auto(), "The body contains an unpaired surrogate.", "bad_request"
    NO_CSP_REPORT = auto(), "This is not a Content Security Policy report.", "bad_request"
    NOT_A_CALL = auto(), "This address is for API calls only."
    WRONG_TABLES = auto(), "{reason}", "unavailable"
    TABLES_TOO_OLD = (
        auto(),
        "The tables are older than this release: run `flask --app loyalty db upgrade`.",
        "unavailable",
    )

    # Of content.
    PREVIEW_ENDED = auto(), "This preview has ended. Open it again in the staff app."

    # Of signing in, and of members.
    INVALID_CODE = auto(), "Invalid verification code. Please try again."
    INVALID_TICKET = auto(), "Please verify your number again."
    ALREADY_MEMBER = auto(), "This number is already registered. Please sign in."
    NOT_REGISTERED = auto(), "This number is not registered yet. Join as a member to continue."
    CHALLENGE = auto(), "Please try again in a moment."
    SESSION_REUSED = auto(), "Your session has ended. Please sign in again."
    NO_SUCH_DEVICE = auto(), "This device is not signed in."
    INVALID_NONCE = auto(), "x-handoff should hold at least 128 random bits."
    HANDOFF_OTHER_MEMBER = auto(), "Another member is signed in here."
    HANDOFF_USED = auto(), "This link has already been used. Sign in, or open again from the website."
    HANDOFF_EXPIRED = auto(), "This link is no longer valid. Sign in, or open again from the website."
    HANDOFF_OFF = auto(), "The members' app cannot be opened from here."
    HANDOFF_NOT_HERE = auto(), "You are already in the members' app."
    NUMBER_NOT_CHANGEABLE = auto(), "Contact support to change your phone number", "invalid"
    DATE_OF_BIRTH_SET = auto(), "Contact support to change your date of birth", "set_once"
    RACE_SET = auto(), "Contact support to change your race", "set_once"
    OUTLET_SET = auto(), "Contact support to change your outlet", "set_once"
    UNKNOWN_REFERRAL_CODE = auto(), "We do not know this referral code"
    UNKNOWN_REFERRAL = auto(), "We do not know this referral code", "invalid"
    OWN_REFERRAL_CODE = auto(), "This is your own referral code"
    REFERRAL_CIRCLE = auto(), "You invited this member yourself"
    REFERRER_ALREADY_SET = auto(), "You have entered a referral code already"
    NEWER_NOTICE = auto(), "There is a newer version. Please read it first.", "invalid"
    MEMBERSHIP_NOT_FOUND = auto(), "This membership does not exist.", "not_found"
    MESSAGE_NOT_FOUND = auto(), "This message does not exist.", "not_found"
    ALWAYS_SENT = auto(), "Messages about your security are always sent."
    LINK_NOT_FOUND = auto(), "This link does not exist.", "not_found"
    NO_PUSH = auto(), "Push notifications are not available here."
    NO_SUCH_SUBSCRIPTION = auto(), "This browser is not subscribed to push notifications."
    UNKNOWN_PUSH_SERVICE = auto(), "This push service is not supported.", "invalid"
    PUSH_ADDRESS = auto(), "The address of the push service {problem}.", "invalid"
    INVALID_PUSH_KEY = auto(), "This is not a browser's public key.", "invalid"
    INVALID_PUSH_SECRET = auto(), "This is not a browser's secret.", "invalid"
    PROOF_NEEDED = auto(), "Please confirm with a code that it is you."
    INVALID_PASSKEY = auto(), "This passkey could not be verified. Please try again, or sign in with a code."
    PASSKEY_CLONED = auto(), "This passkey could not be verified. Please try again, or sign in with a code."
    UNKNOWN_PASSKEY = auto(), "We do not recognise this passkey. Please sign in with a code."
    HOST_UNLINKED = (
        auto(),
        "This {app} account is not linked to a membership yet. Sign in or join to link it.",
        "host_not_linked",
    )
    HOST_NOT_LINKED = auto(), "This account is not linked."
    NO_SUCH_HOST = auto(), "This app cannot be used to sign in here."
    HOST_OF_ANOTHER_MEMBER = (
        auto(),
        "This {app} account belongs to another membership. Unlink it there first.",
    )
    OTHER_HOST_ACCOUNT = auto(), "Another {app} account is linked to your membership. Unlink it first."
    HOST_OVER = (
        auto(),
        "This sign-in took too long or has already been used. Please open the app again inside {app}.",
    )
    HOST_REFUSED = (
        auto(),
        "{app} did not confirm this sign-in. Please open the app again inside {app}, or sign in with a code.",
    )
    HOST_DOWN = auto(), "{app} is not responding at the moment. Please sign in with a code."
    UNKNOWN_PASS = auto(), "There is no such pass."
    LINK_OVER = auto(), "This link is no longer valid. Please press the button again."
    NO_WALLET = auto(), "This wallet is not available here."
    VOUCHER_ENDED = auto(), "This voucher has ended."
    NO_SUCH_PASS_DEVICE = auto(), "There is no such device.", "not_found"

    # Of rewards and vouchers.
    NOT_AVAILABLE = auto(), "This reward is not available for claiming at the moment."
    CLAIM_PENDING = auto(), "Your claim is currently being processed. Please wait for confirmation."
    NOT_BIRTH_MONTH = auto(), "This reward is only available during your birth month"
    TIER_LOCKED = auto(), "This reward is for members of a higher tier."
    LIMIT_REACHED = auto(), "You have claimed this reward as often as you can."
    OUT_OF_STOCK = auto(), "This reward has been fully claimed."
    REWARD_NOT_FOUND = auto(), "This reward does not exist.", "not_found"

    # Of bills and receipts.
    RECEIPT_UNREADABLE = auto(), "This is not the code of a receipt. Please scan the receipt again."
    RECEIPT_FORGED = auto(), "This code was not made by us. Please scan the receipt again."
    RECEIPT_VOID = auto(), "This bill was cancelled, so it earns no points."
    RECEIPT_ALREADY_YOURS = auto(), "You have already claimed this bill."
    RECEIPT_CLAIMED = auto(), "Somebody else has already claimed this bill."

    # Of tills.
    TABLET_KEY = (
        auto(),
        "This key belongs to a tablet: bills and vouchers need a cashier who is signed in there.",
    )
    TILL_KEY_NEEDED = auto(), "A till needs its key.", "unknown_till"
    TOO_MANY_CODES = auto(), "Too many codes that are not ours. Please wait a few minutes.", "too_many"

    # Of forms that visitors send.
    NOT_THIS_KIND = auto(), "Please attach a .pdf, .doc or .docx file.", "attachment_refused"
    BAD_FILE_NAME = auto(), "Please give the file a plain name, such as resume.pdf.", "attachment_refused"
    ATTACHMENT_TOO_LARGE = auto(), "The file is larger than 5 MB.", "attachment_refused"
    EMPTY_ATTACHMENT = auto(), "The attached file is empty.", "attachment_refused"
    NOT_WHAT_IT_SAYS = (
        auto(),
        "This file is not what its name says. Please attach a .pdf, .doc or .docx file.",
        "attachment_refused",
    )
    MACROS = (
        auto(),
        "This document contains macros. Please save it without them, or as a PDF.",
        "attachment_refused",
    )
    LOCKED = (
        auto(),
        "This PDF cannot be opened without a password. Please save it without one.",
        "attachment_refused",
    )
    VIRUS = (
        auto(),
        "This file contains a virus and was not kept. Please attach a clean one.",
        "attachment_refused",
    )
    BROKEN = auto(), "This file arrived damaged. Please attach it again.", "attachment_refused"
    HOLDS_SCRIPT = (
        auto(),
        "This document contains a script, or something that runs when it is opened. Please print it to a PDF "
        "and attach that.",
        "attachment_refused",
    )
    HOLDS_FILE = (
        auto(),
        "This document contains another file. Please print it to a PDF and attach that.",
        "attachment_refused",
    )
    FETCHES_OUTSIDE = (
        auto(),
        "This document loads a template, a picture or text from elsewhere when it is opened. Please print it "
        "to a PDF and attach that.",
        "attachment_refused",
    )
    OPENS_PROGRAM = (
        auto(),
        "This document has a link that opens a program or a file on a computer. Please remove that link, or "
        "link to a web page.",
        "attachment_refused",
    )
    INVALID_TELEPHONE = auto(), "Please enter a valid phone number", "invalid"
    ATTACHMENTS_BUSY = (
        auto(),
        "Another attachment is being checked, so nothing was sent. Please try again in a moment.",
    )
    ATTACHMENTS_UNAVAILABLE = (
        auto(),
        "We cannot take attachments right now, so nothing was sent. Please try again later, or send your "
        "application without one.",
    )
    SCANNER_UNAVAILABLE = (
        auto(),
        "Attachments cannot be checked right now, so nothing was sent. Please try again later.",
    )
    ATTACHMENTS_FULL = (
        auto(),
        "We received very many attachments today. Please try again in {hours} {hours:hour|hours}, or send "
        "your application without one.",
    )
    ATTACHMENTS_FLOOD = (
        auto(),
        "We received many attachments just now. Please try again in {minutes} {minutes:minute|minutes}, or "
        "send your application without one.",
        "too_many",
    )
    MESSAGES_FLOOD = (
        auto(),
        "We received many messages just now. Please try again in {minutes} {minutes:minute|minutes}.",
        "too_many",
    )
    NOT_HIRING_DEPARTMENT = auto(), "We are not looking for anybody in this department.", "invalid"
    NOT_HIRING_PLACE = auto(), "We are not hiring in this place.", "invalid"

    # Of accounts of the staff.
    STAFF_OFF = auto(), "LOYALTY_STAFF_ORIGIN is empty: there is no staff app to invite to."
    SEVERAL_PEOPLE = auto(), "Several people have this name: write {accounts}.", "invalid"

    # Of the counter and the office.
    ATTACHMENT_UNREADABLE = auto(), "The attachment {path} cannot be read: {reason}.", "not_found"
    ATTACHMENT_DIFFERS = (
        auto(),
        "The attachment {path} is not what was received: its SHA-256 hash differs.",
        "not_found",
    )
    JOB_WIPED = auto(), "What job {job} was about has been wiped. A member asks for a new code.", "conflict"
    JOB_UNDER_WAY = auto(), "Job {job} is {state}.", "conflict"
    NO_SUCH_JOB = auto(), "There is no job {job}.", "not_found"
    NOT_COME_YET = auto(), "This moment has not come yet; only --dry-run looks ahead.", "invalid"
    OPERATOR_TOO_LONG = auto(), "Please keep your name and login to {max} characters.", "operator"
    SAME_LOGIN = (
        auto(),
        "This comes from the same login, {login}: another operator has to decide, from a login of their own. "
        "A name given with --by is not a second person.",
        "four_eyes",
    )

    # Of webhooks and the feed of events.
    UNKNOWN_EVENT_TYPES = auto(), "There are no events of the kind {types:joined}."
    UNKNOWN_FEED_KEY = auto(), "The feed of events needs its key."
    EVENTS_GONE = auto(), "Events behind {after} are no longer kept. The oldest is {oldest}."

    # Of a mistake in the file of the programme: what is wrong with its name {key}.
    PROGRAMME_FILE = auto(), "{mistakes}"

    # From here on those that calls of the staff app answer too: it has a text for each (`FOR_STAFF`).

    # Of HTTP, and of every call.
    BAD_REQUEST = auto(), "This request cannot be read."
    NOT_FOUND = auto(), "This does not exist."
    METHOD_NOT_ALLOWED = auto(), "This cannot be done here."
    TOO_LARGE = auto(), "This is too large."
    INVALID = auto(), "Please check what you have entered."
    FLOOD = auto(), "Too many requests. Please wait a moment.", "too_many"
    INTERNAL_ERROR = auto(), "Something went wrong on our side. Please try again."
    UNAVAILABLE = auto(), "The service is busy. Please try again in a moment."
    REFUSED = auto(), "This is not possible."
    NOT_SIGNED_IN = auto(), "Please sign in to continue."
    IDEMPOTENCY_MISMATCH = auto(), "This key was used for another request."
    WAIT_SECONDS = auto(), "Please wait {count} {count:second|seconds}", "too_many"
    WAIT_MINUTES = auto(), "Please wait {count} minutes", "too_many"

    # Of a field.
    TOO_SHORT = auto(), "Shorter than minimum length {min}."
    TOO_LONG = auto(), "Longer than maximum length {max}."
    WRONG_LENGTH = auto(), "Length must be between {min} and {max}."
    TOO_LOW = auto(), "Must be greater than or equal to {min}."
    TOO_HIGH = auto(), "Must be less than or equal to {max}."
    OUT_OF_RANGE = auto(), "Must be greater than or equal to {min} and less than or equal to {max}."
    UNSTORABLE_CHARACTERS = auto(), "This text contains characters that cannot be stored."
    NOT_A_SINGLE_LINE = auto(), "This must be a single line."
    NOT_AN_AMOUNT = auto(), 'Write the amount with two decimal places, such as "45.90".'
    TEXT_TOO_LONG = auto(), "Please keep this to {max} characters."
    FILE_TOO_LARGE = auto(), "The file is larger than 5 MB."

    # Of signing in, and of members.
    SESSION_ENDED = auto(), "Your session has ended. Please sign in again."
    UNSERVED_CALLING_CODE = auto(), "We do not serve this calling code.", "invalid"
    INVALID_NUMBER_60 = (
        auto(),
        "Malaysian mobile numbers should start with 1 and be 9-10 digits long",
        "invalid",
    )
    INVALID_NUMBER_65 = (
        auto(),
        "Singapore mobile numbers should start with 8 or 9 and be 8 digits long",
        "invalid",
    )
    INVALID_NUMBER_1 = auto(), "US/Canada numbers should be 10 digits long", "invalid"
    INVALID_NUMBER_44 = auto(), "UK mobile numbers should start with 7 and be 10-11 digits long", "invalid"
    INVALID_NUMBER_86 = auto(), "China mobile numbers should start with 1 and be 11 digits long", "invalid"
    INVALID_NUMBER_91 = auto(), "India mobile numbers should start with 6-9 and be 10 digits long", "invalid"
    INVALID_NUMBER = auto(), "Phone number should be between 7-15 digits long", "invalid"
    NAME_TOO_SHORT = auto(), "Name must be at least 2 characters", "invalid"
    NAME_TOO_LONG = auto(), "Name must be at most 100 characters", "invalid"
    INVALID_EMAIL = auto(), "Please enter a valid email address", "invalid"
    INVALID_DATE_OF_BIRTH = auto(), "Please enter a valid date of birth", "invalid"
    UNKNOWN_RACE = auto(), "There is no such race id.", "invalid"
    NUMBER_TAKEN = auto(), "This number belongs to another member."
    MEMBER_NOT_FOUND = auto(), "This member does not exist.", "not_found"
    UNKNOWN_MEMBER = auto(), "There is no such member."
    NO_POINTS_ACCOUNT = auto(), "This member has no points account.", "not_found"
    NOT_ENOUGH_POINTS = auto(), "You do not have enough points for this."
    BALANCE_TOO_SMALL = auto(), "The balance is too small for this correction."
    TOO_MANY_PASSKEYS = auto(), "You have the maximum number of passkeys. Please remove one first."
    PASSKEY_KNOWN = auto(), "This passkey has already been added."
    NO_SUCH_PASSKEY = auto(), "There is no such passkey."

    # Of rewards and vouchers.
    VOUCHER_NOT_FOUND = auto(), "This voucher does not exist.", "not_found"
    VOUCHER_USED = auto(), "This voucher has been used."
    VOUCHER_USED_AT = auto(), "This voucher was used {usedAt:moment} at {outlet}."
    VOUCHER_CANCELLED = auto(), "This voucher was cancelled."
    VOUCHER_CANCELLED_AT = auto(), "This voucher was cancelled {cancelledAt:moment}."
    VOUCHER_EXPIRED = auto(), "This voucher has expired."
    VOUCHER_EXPIRED_ON = auto(), "This voucher could be used until {lastDay:day}."
    VOUCHER_TOO_EARLY = auto(), "This voucher cannot be used yet."
    VOUCHER_USABLE_FROM = auto(), "This voucher can be used from {firstDay:day} on."
    VOUCHER_PRESENTED = auto(), "This voucher is being presented already."
    VOUCHER_NOT_PRESENTED = auto(), "The member has to press Use it Now before this voucher can be taken."
    VOUCHER_NOT_USED = auto(), "This voucher has not been used."
    VOUCHER_OTHER_OUTLET = auto(), "This voucher cannot be used at this outlet."
    VOUCHER_GOOD_ELSEWHERE = auto(), "This voucher cannot be used here. It can be used at {outlets:list}."
    VOUCHER_OTHER_TILL = auto(), "This voucher is being shown offline at another till."
    VOUCHER_SHOWN_ELSEWHERE = (
        auto(),
        "This voucher is shown for {outlet}. Give it back, and the member can show it for this outlet.",
    )
    VOUCHER_OTHER_MEMBER = (
        auto(),
        "This voucher is another member's. Record the bill for that member, or use the voucher without it.",
    )
    VOUCHER_HELD = (
        auto(),
        "This voucher may have been used while the till was offline. It can be used again when the till has "
        "reported, or when our staff release it.",
    )
    MINIMUM_SPEND = auto(), "This voucher needs a bill of at least {minimum:money}."
    VOUCHER_CODE_UNREADABLE = auto(), "This is not a signed voucher code."
    VOUCHER_CODE_UNKNOWN_KEY = auto(), "This till does not know the key that signed this code."
    VOUCHER_CODE_FORGED = auto(), "This code was not made by us, or it was changed."
    VOUCHER_CODE_OTHER_OUTLET = auto(), "This code is shown for another outlet."
    VOUCHER_CODE_OTHER_TILL = auto(), "Another till of this outlet takes this code."
    VOUCHER_CODE_NOT_YET = auto(), "This code is not valid yet. Is the till's clock right?"
    VOUCHER_CODE_LAPSED = auto(), "This code has expired: it was valid for half an hour."
    NOT_ONE_OF_OUR_OUTLETS = auto(), "Please choose one of our outlets", "invalid"
    OUTLET_NOT_FOUND = auto(), "This outlet does not exist.", "not_found"

    # Of bills and receipts.
    BILL_NOT_FOUND = auto(), "This bill does not exist.", "not_found"
    BILL_IN_FUTURE = auto(), "A bill cannot be paid in the future.", "invalid"
    BILL_TOO_OLD = auto(), "This bill is older than {days} days.", "invalid"
    BILL_TOO_LARGE = auto(), "A bill can be {max:whole_money} at most."
    BILL_VOID = auto(), "This bill was taken back."
    MOVE_WAITS = auto(), "Somebody has asked to move this bill to another member. Decide that first."
    POINTS_SPENT = auto(), "The points of this bill have been spent. The office has to settle this."
    RECEIPT_BEING_RECORDED = auto(), "This receipt is being recorded. Please try again.", "receipt_taken"
    RECEIPT_TAKEN = auto(), "This receipt was recorded with another amount or member."
    RECEIPT_AT_OTHER_TILL = (
        auto(),
        "This receipt was recorded at {till}. If this is another sale, put the till's own number in front.",
        "receipt_taken",
    )
    RECEIPT_CLAIM_DIFFERS = auto(), "A claim was made for this receipt with another amount.", "receipt_taken"
    RECEIPT_RECORDED = auto(), "This receipt has already been recorded for a member.", "receipt_taken"
    RECEIPT_RECORDED_FOR_AMOUNT = (
        auto(),
        "Receipt {receipt} was recorded {recordedAt:moment} with {amount:money}. If that is wrong, take "
        "that bill back first.",
    )
    RECEIPT_RECORDED_FOR_ANOTHER = (
        auto(),
        "Receipt {receipt} was recorded {recordedAt:moment} for another member. If that is wrong, take that "
        "bill back first.",
    )
    RECEIPT_RECORDED_FOR_MEMBER = (
        auto(),
        "Receipt {receipt} was recorded {recordedAt:moment} for a member. If that is wrong, take that bill "
        "back first.",
    )
    RECEIPT_IS_BILL = (
        auto(),
        "This receipt is bill {bill} of member {member}, {amount:money}. If that is wrong, take that "
        "bill back first, or move it to the right member.",
    )
    RECEIPT_CLAIM_NOT_FOUND = auto(), "This receipt claim does not exist.", "not_found"
    RECEIPT_CLAIMED_BY_MEMBER = (
        auto(),
        "A member has claimed this bill. Take the bill back instead.",
        "receipt_claimed",
    )
    RECEIPT_EXPIRED = auto(), "A bill can be claimed for {days} days, and that time has passed."
    INVALID_RECEIPT = auto(), "A receipt number has up to 40 letters, digits and symbols.", "invalid"
    RECEIPT_OR_DAY = auto(), "Name a receiptNumber, a businessDay or both.", "invalid"
    SIGNED_CODE_AND_TIME = auto(), "A voucher that was used offline has signedCode and usedAt.", "invalid"
    BILL_LIMIT = (
        auto(),
        "This bill is larger than a till may confirm. The office will confirm it, and the points follow "
        "then.",
        "bill_waits_for_office",
    )
    TILL_DAY_LIMIT = (
        auto(),
        "This till has confirmed as much today as it may. The office will confirm it, and the points follow "
        "then.",
        "bill_waits_for_office",
    )
    MEMBER_DAY_LIMIT = (
        auto(),
        "This member's bills of today are more than tills may confirm. The office will confirm it, and the "
        "points follow then.",
        "bill_waits_for_office",
    )
    WAITS_FOR_SECOND_PERSON = (
        auto(),
        "This bill needs a second person. The office will confirm it, and the points follow then.",
        "bill_waits_for_office",
    )
    NOT_YOUR_BILL = auto(), "Somebody else recorded this bill. Your manager can take it back."
    BILL_OF_ANOTHER_DAY = auto(), "This bill is not from today. Your manager can take it back."

    # Of tills.
    TILL_KEY_UNKNOWN = auto(), "This till key is not known or was revoked.", "unknown_till"
    TILL_KEY_EXPIRED = auto(), "This till key has expired. The office makes a new one."
    NO_SUCH_TILL_KEY = auto(), "There is no such till key."
    TILL_KEY_REVOKED = auto(), "There is no such till key, or it has already been revoked."
    KEY_DAY_OVER = auto(), "The day on which this key would expire is over."
    LONG_NAME = auto(), "Please keep the name to {max} characters."
    TILL_NAME_TAKEN = auto(), "Another till of this outlet has this name."
    TILL_LOOKUPS = auto(), "This till has looked up too many members. Please wait a moment.", "too_many"
    MEMBER_LOOKUPS = auto(), "You have looked up too many members. Please wait a moment.", "too_many"

    # Of content.
    UNKNOWN_DRAWING = auto(), "There is no drawing {name}."
    IMAGE_MISSING = auto(), "The image {name} was not uploaded."
    UNKNOWN_OUTLET = auto(), "The programme has no outlet {outlet}: add it there first."
    PICTURE_TOO_LARGE = auto(), "{name} is larger than 10 MB."
    PICTURE_TOO_MANY_PIXELS = auto(), "{name} has more than 16 million pixels."
    NOT_A_PICTURE = auto(), "{name} cannot be read as a JPEG, PNG or WebP picture."
    BAD_PICTURE_NAME = (
        auto(),
        "{name} should be named with lowercase letters, digits and hyphens, such as pad-thai.jpg.",
    )
    PICTURE_NOT_FOUND = auto(), "This picture does not exist.", "not_found"
    UNKNOWN_PICTURE = auto(), "There is no picture {name}."
    NOT_A_TIME = auto(), "Write a time as 10:00."
    NOT_AN_ID = auto(), "An id has at most 40 letters, digits and hyphens."
    NOT_A_DRAWING = auto(), "This is not the name of a drawing."
    NOT_UPLOADED = auto(), "This image was not uploaded here."
    DRAWING_OR_IMAGE = auto(), "A picture is either a drawing or an image."
    NOT_A_POSTCODE = auto(), "This is not a postcode."
    CLOSES_BEFORE_OPENS = auto(), "An outlet closes after it opens, at the latest at noon of the next day."
    HOURS_OVERLAP = auto(), "These hours must begin after the ones before them end."
    NEVER_OPEN = (
        auto(),
        "An outlet is open on at least one day of the week. Close it in the programme instead.",
    )
    CLOSED_THAT_DAY = auto(), "The outlet is closed on this day."
    OTHER_HOURS_TOO_LONG = (
        auto(),
        "Other hours are for 31 days at most. Change the hours of the week instead.",
    )
    CLOSURE_TOO_LONG = auto(), "A closure lasts at most 366 days. Close the outlet in the programme instead."
    PRICE_OUT_OF_RANGE = auto(), f"A price is from {_SIGN} 0.01 to {_SIGN} 1,000.00."
    UNKNOWN_DISH = auto(), "There is no dish {name}."
    DISH_TWICE = auto(), "A dish is on the menu of {brand} twice."
    THERE_TWICE = auto(), "{name} is listed twice."
    NO_BANNER = auto(), "{brand} needs a banner without a first and a last day."
    UNKNOWN_PLACEHOLDER = auto(), "{name} cannot be used here."
    NO_SUCH_CONTENT = auto(), "There is no such content."
    EDITED_MEANWHILE = auto(), "Somebody changed this while you were editing. Read it again before you save."
    NO_SUCH_VERSION = auto(), "There is no such version."
    UNDESCRIBED_OUTLET = auto(), "Head office has not described this outlet yet."
    NO_DRAFT = auto(), "There is no draft to publish."
    IS_PUBLISHED = auto(), "This is what is published now."
    NOT_BASE64 = auto(), "The file must be in base64."

    # Of accounts of the staff.
    ROLE_NEEDED = auto(), "Your role does not include this."
    OTHER_OUTLET = auto(), "Your role does not include this outlet."
    OTHER_PERSON = auto(), "Your role does not include this person, role or outlet.", "other_outlet"
    VERIFICATION_NEEDED = auto(), "Please confirm with your passkey that it is you."
    WRONG_ORIGIN = auto(), "This request does not come from the staff app."
    NO_SUCH_INVITATION = auto(), "This is not one of our invitations. Check that the link is complete."
    INVITATION_EXPIRED = auto(), "This invitation has expired. Ask for a new one."
    INVITATION_USED = auto(), "This invitation has been used. Ask for a new one."
    AT_TILL = auto(), "This is done in the office, not at a till."
    NO_PASSKEY = auto(), "You have no passkey. Ask your manager for an invitation."
    PASSKEY_REFUSED = auto(), "This passkey could not be verified. Please try again.", "invalid_passkey"
    PASSKEY_OF_ANOTHER = auto(), "This passkey belongs to another person.", "invalid_passkey"
    STAFF_PASSKEY_CLONED = auto(), "This passkey could not be verified. Please try again.", "passkey_cloned"
    PASSKEY_NOT_KNOWN = (
        auto(),
        "We do not recognise this passkey. Ask your manager for an invitation.",
        "unknown_passkey",
    )
    LAST_PASSKEY = auto(), "This is your only passkey. Add another one first."
    ACCOUNT_GONE = auto(), "This account does not exist or is disabled."
    NO_SUCH_ACCOUNT = auto(), "There is no such account."
    ACCOUNT_DISABLED = auto(), "This account is disabled. Add the person again."
    OWN_ACCOUNT = auto(), "Another person has to change your account."
    EMAIL_KEPT = auto(), "An engineer changes this address, on the command line."
    PIN_ONLY = auto(), "A cashier needs a PIN, not an invitation."
    NO_CASHIER = auto(), "Only cashiers have a PIN."
    PIN_LENGTH = auto(), "A PIN has {min} to {max} digits."
    PIN_TOO_EASY = auto(), "This PIN is too easy to guess. Choose another."
    SAME_PIN = auto(), "Choose a PIN that differs from the last one."
    NEW_PIN_NEEDED = auto(), "Choose a PIN of your own."
    PIN_CHANGED = auto(), "Your PIN was changed meanwhile. Ask your manager for it."
    NO_PIN = auto(), "You have no PIN yet. Ask your manager to set one."
    WRONG_PIN = auto(), "This PIN is wrong. {count} {count:try is|tries are} left."
    PIN_LOCKED = auto(), "This PIN is locked after 5 wrong attempts. Ask your manager to set a new one."
    NO_SUCH_SESSION = auto(), "There is no such session, or it has ended."
    NO_ROLE = auto(), "Give at least one role. Disable a person who has none any more."
    ROLE_TWICE = auto(), "A role is given twice for one outlet."
    ROLE_EVERYWHERE = auto(), "The role {role} is for every outlet: leave the outlet out."
    ROLE_NEEDS_OUTLET = auto(), "The role {role} needs an outlet."
    TOO_MANY_ROLES = auto(), "Please keep it to {max} roles."
    NO_NAME = auto(), "Give the person's name."
    NAME_WITH_VIA = auto(), "A name cannot contain the word via: the log separates name and account by it."
    NO_OFFICE_ROLE = auto(), "You sign in by PIN at a till of your outlet."
    INVALID_KEY = auto(), "This is not a 32-byte Ed25519 key."
    NO_SUCH_ENROLMENT = auto(), "This is not one of our codes. Scan it again."
    ENROLMENT_USED = auto(), "This code has been used. Ask your manager for a new one."
    ENROLMENT_EXPIRED = auto(), "This code has expired. Ask your manager for a new one."
    NO_SUCH_TILL = auto(), "There is no such till at this outlet."
    NO_SUCH_CASHIER = auto(), "This person is not a cashier of this outlet."
    TILL_NOT_ENROLLED = (
        auto(),
        "This till is no longer enrolled. Ask your manager for a code.",
        "unknown_till",
    )
    TILL_REFUSED = auto(), "This till could not be verified. Please try again."
    CASHIER_NOT_PROVED = auto(), "We could not verify who made this sale. Enter it again under your own name."
    NOT_AT_TILL = auto(), "You are not signed in at a till."

    # Of the counter and the office.
    MEMBER_BY_ID_OR_CODE = auto(), "Name a member by memberId or by code."
    ONE_MEMBER_NAMED = auto(), "Name a member by memberId, code, mobileNumber or receiptNumber."
    WHOLE_NUMBER_NEEDED = auto(), "A number has callingCode and mobileNumber."
    OUTLET_OF_RECEIPT = auto(), "outletId and businessDay belong to a receiptNumber."
    ONE_FIELD_NEEDED = auto(), "Give at least one field."
    AMOUNT_NEEDED = auto(), f"A bill that is entered by hand must be above {_SIGN} 0.00."
    REASON_TOO_SHORT = (
        auto(),
        "Please give a reason of {min} characters or more, such as the ticket and what it asks for.",
    )
    REASON_TOO_LONG = auto(), "Please keep the reason to {max} characters."
    REASON_NAMES_MEMBER = (
        auto(),
        "Please leave the member's name, number and address out of the reason: it stays when the member is "
        "erased. Their id is noted anyway.",
    )
    REASON_NEEDED = auto(), "Say why you look this member up. They can see it."
    LOOKUP_NEEDED = auto(), "Look the member up first."
    SEVERAL_MEMBERS = auto(), "Several members have a receipt with this number. Give its outlet and day."
    NUMBER_NEEDED = auto(), "Look this member up by their number or card."
    SIGN_OUTS = auto(), "You have signed out as many members today as one person may.", "too_many"
    OUTLET_CLOSED = auto(), "There is no such outlet, or it is closed."
    POINTS_OUT_OF_RANGE = auto(), "An adjustment moves 1 to {max} points, in or out."
    WINDOW_ENDS_FIRST = auto(), "The window ends before it begins."
    NOTHING_CHANGES = auto(), "The record already says this."
    SAME_MEMBER = auto(), "This bill already belongs to this member."
    SECOND_PERSON = (
        auto(),
        "This bill gives {points} points, more than you may add alone today. It waits for a second person.",
    )
    ASKED_ALREADY = auto(), "This is already waiting for a decision: proposal {proposal}."
    NO_SUCH_PROPOSAL = auto(), "There is no such proposal."
    DECIDED = auto(), "This proposal has already been decided."
    APPROVED_BY = auto(), "{name} has already approved this."
    REFUSED_BY = auto(), "{name} has already refused this."
    WITHDRAWN_BY = auto(), "{name} has already withdrawn this."
    NOT_OWN = auto(), "Only the person who proposed this can withdraw it."
    HIDDEN_FIELDS = auto(), "This changes something that your role does not see: head office decides."
    HEAD_OFFICE_DECIDES = auto(), "Another person at head office decides this.", "other_outlet"
    ROLES_DO_NOT_DECIDE = (
        auto(),
        "Your roles cannot decide this: an area manager of the outlet or head office can.",
        "other_outlet",
    )
    OWN_PROPOSAL = auto(), "This comes from you: another person has to decide."
    YOU_ADDED_PROPOSER = (
        auto(),
        "On {day:day} you added the person whom this comes from. Somebody independent of both of you has to "
        "decide.",
    )
    YOU_PROMOTED_PROPOSER = (
        auto(),
        "On {day:day} you gave a role to the person whom this comes from. Somebody independent of both of "
        "you has to decide.",
    )
    YOU_INVITED_PROPOSER = (
        auto(),
        "On {day:day} you invited the person whom this comes from. Somebody independent of both of you has "
        "to decide.",
    )
    YOU_SET_PROPOSERS_PIN = (
        auto(),
        "On {day:day} you set the PIN of the person whom this comes from. Somebody independent of both of "
        "you has to decide.",
    )
    PROPOSER_ADDED_YOU = (
        auto(),
        "On {day:day} the person whom this comes from added you. Somebody independent of both of you has to "
        "decide.",
    )
    PROPOSER_PROMOTED_YOU = (
        auto(),
        "On {day:day} the person whom this comes from gave you a role. Somebody independent of both of you "
        "has to decide.",
    )
    PROPOSER_INVITED_YOU = (
        auto(),
        "On {day:day} the person whom this comes from invited you. Somebody independent of both of you has "
        "to decide.",
    )
    PROPOSER_SET_YOUR_PIN = (
        auto(),
        "On {day:day} the person whom this comes from set your PIN. Somebody independent of both of you has "
        "to decide.",
    )
    SAME_MAKER = (
        auto(),
        "In the last 30 days {name} added, invited or gave a role to both of you. Somebody independent of "
        "both of you has to decide.",
    )
    TIED_THROUGH_OTHERS = (
        auto(),
        "In the last 30 days one of you added or invited somebody who added or invited the other. Somebody "
        "independent of both of you has to decide.",
    )
    LAST_BEFORE_FIRST = auto(), "The last day is before the first."
    TOO_MANY_DAYS = auto(), "Please choose {max} days or fewer."
    DAY_TO_COME = auto(), "This day is still to come."
    CSV_TOO_LONG = auto(), "This is more than {max:,} rows. Please choose fewer days."
    USED_VOUCHERS_ONLY = auto(), "Only used vouchers belong to an outlet.", "other_outlet"
    BALANCES_OF_NO_OUTLET = auto(), "Balances do not belong to an outlet.", "other_outlet"
    NO_SUCH_ENQUIRY = auto(), "There is no enquiry {enquiry} in the inbox."
    NOTHING_ATTACHED = auto(), "Nothing is attached to enquiry {enquiry}."
    ENQUIRY_CHANGED = auto(), "Somebody has marked this as {state} meanwhile."
    NOT_PLAIN_LETTERS = auto(), "Use an address without accents or special letters."
    FILE_TOO_LONG = auto(), "Please keep a file to {max:,} sales."
    FILE_TOO_MANY_DAYS = auto(), "The file covers {first} to {last}: please keep it to {max} days."
    FILE_OF_OTHER_OUTLET = (
        auto(),
        "The file has sales of outlet {outlet}, which your role does not include.",
        "other_outlet",
    )
    MISSING_COLUMNS = auto(), "Say which columns are the {missing:joined}."
    TABLE_EMPTY = auto(), "The file is empty. Choose another one."
    TABLE_UNREADABLE = auto(), "This is neither a CSV nor an XLSX file. Save it as one of them."
    TABLE_TOO_LARGE = auto(), "Please keep a file to {max} MB."
    HEADINGS_ALIKE = auto(), 'Two columns are headed "{heading}". Give one of them another name.'
    FORMULA = auto(), "This row has a formula. Save the file with values only."
    UNKNOWN_SALE_STATUS = auto(), '"{value}" does not say whether the sale was paid or voided.'
    OUTLET_AMBIGUOUS = auto(), '"{value}" can be {names:list}. Write the whole name or the number.'
    DAY_AMBIGUOUS = auto(), '"{value}" can be two days. Say whether the day or the month comes first.'
    ROW_CUT_SHORT = auto(), "This row is incomplete."
    RECEIPT_TWICE = auto(), "This receipt is already in line {line}."
    NOT_CSV = auto(), "From here on this is not CSV."
    NOT_AN_OUTLET = auto(), '"{value}" is not the name or the number of an outlet.'
    NOT_A_RECEIPT = auto(), '"{value}" is not a receipt number.'
    NOT_A_SUM = auto(), '"{value}" is not an amount: write it as "45.90" or "1,234.50".'
    NOT_A_DAY = auto(), '"{value}" is not a day: write it as 27/11/2026 or 2026-11-27.'
    MONTH_BEFORE_DAY = auto(), "The file writes the month before the day. Write days such as 27/11/2026."
    LOG_WITHOUT_CHAIN = auto(), "the office log has no chain"
    LOG_ENTRY_OUTSIDE = auto(), "entry {entry} of the office log is not in its chain"
    LOG_ENTRIES_MISSING = auto(), "entries are missing from the office log before entry {entry}"
    LOG_CHANGED = auto(), "what stands in the office log before entry {entry} is not what was written there"
    LOG_CUT_SHORT = auto(), "the office log ends with its entry {last}, and {written} were written"
    LOG_NEWEST_CHANGED = auto(), "the newest entry of the office log is not what was written there"
    LOG_ENDS_CHANGED = auto(), "the ends of the office log's chain are not what was written there"

    # Of the programme, its drafts and its file.
    DRAFT_CHANGED = (
        auto(),
        "{name} has saved this draft meanwhile. Look at what they changed, then save yours.",
    )
    DRAFT_NOT_OPEN = auto(), "This draft is {state}, not open."
    DRAFT_FINISHED = auto(), "This draft is already {state}."
    DRAFT_CHANGES_NOTHING = auto(), "This draft changes nothing."
    DRAFT_HAS_PROBLEMS = auto(), "This draft cannot be applied as it is."
    NO_SUCH_DRAFT = auto(), "There is no draft {draft}."
    DAY_OVER = auto(), "This day is over."
    DAY_TOO_FAR = auto(), "This day is more than a year away."
    VERSION_NOT_FOUND = auto(), "There is no version {version}."
    VERSION_OUTDATED = auto(), "Version {version} is no longer a valid programme."
    PROGRAMME = auto(), "This file has mistakes."
    DOCUMENT_OR_FILE = auto(), "Send either document or file."
    CHANGED_MEANWHILE = (
        auto(),
        "{what}: {field} was {before} when the draft began, is {now} now, and would become {after}. Look at "
        "it and save the draft again from the programme as it is.",
    )
    TIERS_STAY = auto(), "Tiers and their floors stay while there are members ({members})."
    OUTLET_MISSING = auto(), "Outlet {outlet} is missing: bills name it. Say open: false to close it."
    OUTLET_NAME_COMING = auto(), "An outlet called {name} waits for approval already."
    OUTLET_NAME_TAKEN = (
        auto(),
        "Outlet {outlet} would get the name that outlet {other} has now: rename that one first.",
    )
    REWARD_MISSING = auto(), "Reward {reward} is missing: vouchers name it. Say active: false to withdraw it."
    REWARD_AT_UNKNOWN_OUTLET = auto(), "Reward {reward} names outlet {outlet}, which does not exist."
    REWARD_CLAIMED = (
        auto(),
        "Reward {reward} was claimed {count:once|{count:,} times}: its {field} stays. Give a new one an id.",
    )
    STOCK_TOO_SMALL = auto(), "Reward {reward} gave {given} of its stock: it cannot be {stock}."
    TIER_MULTIPLIER_JUMPS = (
        auto(),
        f"Tier {{tier}}: {{after}} points a {_UNIT}, {{factor}} times today's {{before}}.",
    )
    REWARD_COST_JUMPS = auto(), "Reward {reward}: {after:,} points, {factor} times today's {before:,}."
    LIMIT_OFF = auto(), "Settings: {field} 0 is no limit: one stolen key gives out points without end."
    LIMIT_JUMPS = (
        auto(),
        f"Settings: {{field}} {_SIGN} {{after:,}}, {{factor}} times today's {_SIGN} {{before:,}}.",
    )
    LIMIT_UNREACHED = (
        auto(),
        f"Settings: bill_limit {_SIGN} {{limit:,}} is never reached: {{field}} is {_SIGN} {{other:,}}.",
    )
    RETENTION_NOT_PROMISED = (
        auto(),
        "Settings: inactive_months {months} is not what the privacy notice promises, erasure after "
        "{promised}: change the notice in every language, and LOYALTY_NOTICE_VERSION, or this.",
    )
    REWARD_WITHOUT_TERMS = auto(), "Reward {reward}: it has no terms."
    REWARD_FREE = auto(), "Reward {reward}: it costs no points."
    REWARD_ENDED = auto(), "Reward {reward}: it is active, and has already ended."
    MEMBERS_OF_TIER = auto(), "{count:1 member|{count:,} members} of this tier"
    MEMBERS_WARNED = (
        auto(),
        "{count:1 member|{count:,} members} would be warned by the next run, and erased {days} days later if "
        "unseen",
    )
    MEMBERS_LACK_POINTS = auto(), "{count:1 member now lacks|{count:,} members now lack} the points"
    MEMBERS_HAVE_POINTS = auto(), "{count:1 member now has|{count:,} members now have} the points"
    VOUCHERS_STAY = auto(), "{count:1 open voucher stays|{count:,} open vouchers stay} as given"
    OUTLET_NOT_ON_PAGES = (
        auto(),
        "Pages show an outlet once its address and hours are published (staff app, Outlets)",
    )

    # Of broadcasts.
    NO_SUCH_BROADCAST = auto(), "There is no broadcast {broadcast}."
    MISSING_LANGUAGES = auto(), "Words are missing in: {languages:joined}."
    BROADCAST_FINISHED = auto(), "This broadcast is already {state}."
    BROADCAST_NOT_SCHEDULED = auto(), "This broadcast does not wait for its time to be sent."
    SEND_TIME_PASSED = auto(), "The time to send this broadcast has passed. Choose a later one, or none."
    BROADCAST_NOT_OPEN = auto(), "This broadcast is {state}, not open."
    BROADCAST_CHANGED = auto(), "{name} has saved this broadcast meanwhile. Read it again."
    TEST_WAITING = auto(), "The last test is still being sent. Try again in a moment."

    # Of webhooks and the feed of events.
    NO_SUCH_WEBHOOK = auto(), "There is no webhook {webhook}."
    WEBHOOK_NAME_TAKEN = auto(), "Another webhook has this name."
    NOT_AN_ADDRESS = auto(), "This is not an address. It looks like https://example.com/events."
    NOT_HTTPS = auto(), "This is not an https address. It looks like https://example.com/events."
    ADDRESS_WITH_PORT = auto(), "This address names a port. Events go to port 443 of public hosts only."
    PRIVATE_HOST = (
        auto(),
        "This address is not of a public host. LOYALTY_WEBHOOK_PRIVATE allows hosts that are not.",
    )
    WEBHOOK_OFF = auto(), "This webhook is off. Turn it on first."
    NO_SUCH_DELIVERY = auto(), "There is no such delivery that has ended."
    ONE_SECRET = auto(), "This webhook has only one secret. Make a new one first."
    TWO_SECRETS = auto(), "This webhook already has two secrets. End the old one first."
    NO_SUCH_FEED_KEY = auto(), "There is no such key, or it has already been revoked."

    # Of a mistake in the file of the programme: what is wrong with its name {key}.
    FILE_YAML = auto(), "{reason}"
    FILE_NESTED = auto(), "The file is nested too deeply."
    FILE_WITHOUT_PARTS = auto(), "The file should have tiers, outlets and rewards."
    FILE_KEY_TWICE = auto(), "{key} is written twice."
    FILE_UNSTORABLE = auto(), "a text contains characters that cannot be stored."
    FILE_KEY_MISSING = auto(), "{key} is missing."
    FILE_UNKNOWN_KEY = auto(), "{key} cannot be used here."
    FILE_WHOLE_NUMBER = auto(), "{key} should be a whole number from {min:,} to {max:,}."
    FILE_TRUE_OR_FALSE = auto(), "{key} should be true or false."
    FILE_TEXT = auto(), "{key} should be a text of up to {max} characters."
    FILE_ANY_TEXT = auto(), "{key} should be a text."
    FILE_RINGGIT = auto(), f"{{key}} should be an amount in {_UNIT} with two places, such as 45.90."
    FILE_MOMENT = (
        auto(),
        "{key} should be a day such as 2026-11-28, or a time such as 2026-11-28T10:00+08:00.",
    )
    FILE_RECORD = auto(), "{key} should be a record of names and values."
    FILE_ONE_OF = auto(), "{key} should be one of {choices:joined}."
    FILE_OUTLET_IDS = auto(), "{key} should be a list of outlets' ids."
    FILE_POINTS_ONLY = auto(), "{key} is for the kind points only; the others are free."
    FILE_AFTER_STARTS = auto(), "{key} should be after starts."
    FILE_DECIMAL = auto(), "{key} should be a number with at most one decimal place, such as 1.2."
    FILE_POSITIVE = auto(), "{key} should be more than 0."
    FILE_NEVER_OR_LEAST = auto(), "{key} should be 0 for never, or at least {min}."
    FILE_RECORDS = auto(), "{key} should be a list of records."
    FILE_FIRST_TIER = auto(), "{key} should have a first tier."
    FILE_TIER_LEVEL = auto(), "{key} should be {level}: tiers are levels 0, 1, 2 … in order."
    FILE_FIRST_FLOOR = auto(), "{key} should be 0: everybody begins on the first tier."
    FILE_NEXT_FLOOR = auto(), "{key} should be more points than the {points:,} of the one below."
    FILE_ID_TAKEN = auto(), "{key} {value} is taken by the one at number {number}."
    FILE_NAME_TAKEN = auto(), "{key} is taken by the one at number {number}."
    FILE_TIER_LEVELS = auto(), "{key} should be one of the levels 0 to {max}."


FOR_STAFF = tuple(Code)[tuple(Code).index(Code.BAD_REQUEST) :]
