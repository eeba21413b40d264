"""Figures on the wire. Points are whole, money is ringgit."""

from marshmallow import fields, validate

from loyalty.backoffice.reports.coming import ComingKind
from loyalty.backoffice.reports.rows import FIGURES
from loyalty.backoffice.reports.tables import COLUMNS, LIABILITY
from loyalty.features.points.liability import Kind
from loyalty.http.schemas import (
    CamelSchema,
    Day,
    ListQuery,
    Moment,
    Money,
    QueryInt,
    Range,
    SignedMoney,
    file_format_field,
)


def _figure() -> fields.String:
    names = sorted({figure for each in FIGURES.values() for figure in each})
    return fields.String(load_default="", validate=validate.OneOf(names))


class FiguresQuery(CamelSchema):
    """Malaysian days, 366 at most, by default the last 30; one outlet, by default all of one's own."""

    first = Day()
    last = Day()
    outlet_id = QueryInt(validate=Range(1))


class FigureRowsQuery(FiguresQuery, ListQuery):
    """The rows of which table and figure: of business days, `verified` those that earned points; of some
    outlets only the used vouchers, and no balances, which are those of now.
    """

    table = fields.String(required=True, validate=validate.OneOf([*FIGURES]))
    figure = _figure()


class FigureFileQuery(FiguresQuery):
    """Which table, as what kind of file; `figure` chooses the bills, members or vouchers of one figure."""

    table = fields.String(required=True, validate=validate.OneOf([*COLUMNS, LIABILITY]))
    figure = _figure()
    file_format = file_format_field()


class FigureRowSchema(CamelSchema):
    """A bill, member, voucher (without its code) or balance behind a figure; members by their ids alone.

    `name` is the number of a receipt, or what a voucher is for. `at` is the day of a bill, else the moment
    that made it count. `amount` is the net amount of a bill, or the value of a voucher.
    """

    id = fields.Integer(required=True)
    member_id = fields.Integer(required=True)
    at = fields.String(required=True, allow_none=True)
    name = fields.String(required=True, allow_none=True)
    points = fields.Integer(required=True, allow_none=True)
    amount = Money(required=True, allow_none=True, attribute="amount_sen")


class SumsSchema(CamelSchema):
    """Members by the outlet they chose: at the end of the days, joined, invited by a member and left on them,
    and with a bill or a used voucher in the 30 and 90 days before the last. Bills by business day: verified
    ones with their net amount and the points they earned, pending and void ones. Used vouchers with their
    rewards' value.
    """

    members = fields.Integer(required=True)
    joined = fields.Integer(required=True)
    invited = fields.Integer(required=True)
    left = fields.Integer(required=True)
    active_30_days = fields.Integer(required=True, attribute="active_30")
    active_90_days = fields.Integer(required=True, attribute="active_90")
    bills = fields.Integer(required=True)
    bills_amount = Money(required=True, attribute="bills_amount_sen")
    points_earned = fields.Integer(required=True, attribute="points")
    bills_pending = fields.Integer(required=True)
    bills_void = fields.Integer(required=True)
    vouchers_used = fields.Integer(required=True)
    vouchers_used_value = Money(required=True, attribute="vouchers_value_sen")


class FigureOutletSchema(CamelSchema):
    """The figures of one outlet, and those of the days before; without an id those of the members who chose
    none.
    """

    outlet_id = fields.Integer(required=True, allow_none=True, attribute="place.id", dump_default=None)
    outlet_name = fields.String(required=True, allow_none=True, attribute="place.name", dump_default=None)
    sums = fields.Nested(SumsSchema, required=True)
    before = fields.Nested(SumsSchema, required=True)


class FigureDaySchema(CamelSchema):
    """The figures of one Malaysian day, of all chosen outlets. `pointsSpent` null: not of every outlet."""

    day = fields.Date(required=True)
    joined = fields.Integer(required=True)
    bills = fields.Integer(required=True)
    bills_amount = Money(required=True, attribute="bills_amount_sen")
    points_earned = fields.Integer(required=True, attribute="points")
    points_spent = fields.Integer(required=True, allow_none=True)
    vouchers_used = fields.Integer(required=True)


class FigureTierSchema(CamelSchema):
    """A tier with the members who have it now, and the points they hold."""

    level = fields.Integer(required=True)
    name = fields.String(required=True)
    members = fields.Integer(required=True)
    points = fields.Integer(required=True)


class VouchersSchema(CamelSchema):
    """What became of vouchers: made, what points they cost, used with their value, and expired unused."""

    made = fields.Integer(required=True)
    points_spent = fields.Integer(required=True, attribute="points")
    used = fields.Integer(required=True)
    used_value = Money(required=True, attribute="used_value_sen")
    expired = fields.Integer(required=True)


class VoucherDaySchema(VouchersSchema):
    """The same of one Malaysian day."""

    day = fields.Date(required=True)


class VoucherSumsSchema(VouchersSchema):
    """The same of several days, and cancelled ones."""

    cancelled = fields.Integer(required=True)


class FigureRewardSchema(VoucherSumsSchema):
    """What became of a reward."""

    reward_id = fields.Integer(required=True)
    title = fields.String(required=True)


class RewardFiguresSchema(CamelSchema):
    """What became of vouchers on some days, by reward and by day; `before` as of `Figures`.

    `isEveryOutlet` false: only what was used at these outlets; the others are 0.
    """

    before_first = fields.Date(required=True, attribute="days_before.first")
    before_last = fields.Date(required=True, attribute="days_before.last")
    is_every_outlet = fields.Boolean(required=True)
    total = fields.Nested(VoucherSumsSchema, required=True)
    before = fields.Nested(VoucherSumsSchema, required=True)
    reward_list = fields.List(fields.Nested(FigureRewardSchema), required=True, attribute="rewards")
    day_list = fields.List(fields.Nested(VoucherDaySchema), required=True, attribute="by_day")


class OwedSchema(CamelSchema):
    """What is owed to members now, of every outlet.

    The points' worth is what they would cost if all were spent on the median reward (its value in the
    programme over its cost, of the active rewards for points), rounded up to a sen; null: there is none. The
    open vouchers' worth is their rewards' value. The liability is both together.
    """

    points_outstanding = fields.Integer(required=True)
    points_worth_median = Money(required=True, allow_none=True, attribute="worth_sen")
    open_vouchers = fields.Integer(required=True, attribute="vouchers.count")
    open_vouchers_worth = Money(required=True, attribute="vouchers.value_sen")
    liability = Money(
        required=True,
        allow_none=True,
        attribute="liability_sen",
        metadata={"description": "the points' worth at the median reward and the open vouchers' together"},
    )


class VisitsSchema(CamelSchema):
    """Visits (verified bills) with their net amount, how many members they were of, and how many of these
    came more than once. A member who came to two outlets counts once where both are added up.
    """

    visits = fields.Integer(required=True)
    amount = Money(required=True, attribute="amount_sen")
    members = fields.Integer(required=True)
    came_again = fields.Integer(required=True)


class VisitedOutletSchema(CamelSchema):
    """The visits to one outlet."""

    outlet_id = fields.Integer(required=True, attribute="place.id")
    outlet_name = fields.String(required=True, attribute="place.name")
    visits = fields.Nested(VisitsSchema, required=True)


class VisitFiguresSchema(CamelSchema):
    """The visits of some days; `before` as of `Figures`."""

    total = fields.Nested(VisitsSchema, required=True)
    before = fields.Nested(VisitsSchema, required=True)
    outlet_list = fields.List(fields.Nested(VisitedOutletSchema), required=True, attribute="outlets")


class FiguresSchema(CamelSchema):
    """The figures of some days; `before` and `dayBeforeList` those of the days they are compared with, from
    `beforeFirst` to `beforeLast`: the months before whole months, else the same weekdays of the weeks before.

    `redemptionRate` is points spent over points earned on these days; null: nothing was earned, or not of
    every outlet. `isEveryOutlet` false: what is of no outlet (points spent, owed) is null.
    """

    before_first = fields.Date(required=True, attribute="days_before.first")
    before_last = fields.Date(required=True, attribute="days_before.last")
    is_every_outlet = fields.Boolean(required=True)
    total = fields.Nested(SumsSchema, required=True)
    before = fields.Nested(SumsSchema, required=True)
    points_spent = fields.Integer(required=True, allow_none=True)
    points_spent_before = fields.Integer(required=True, allow_none=True)
    redemption_rate = fields.Float(required=True, allow_none=True)
    outlet_list = fields.List(fields.Nested(FigureOutletSchema), required=True, attribute="outlets")
    day_list = fields.List(fields.Nested(FigureDaySchema), required=True, attribute="by_day")
    day_before_list = fields.List(fields.Nested(FigureDaySchema), required=True, attribute="by_day_before")
    tier_list = fields.List(fields.Nested(FigureTierSchema), required=True, attribute="tiers")
    visits = fields.Nested(VisitFiguresSchema, required=True)
    owed = fields.Nested(OwedSchema, required=True, allow_none=True)


class LiabilityQuery(CamelSchema):
    """Malaysian days, 366 at most, none to come: what is owed at the end of the last, rolled forward."""

    first = Day(required=True)
    last = Day(required=True)


class LiabilityEntriesQuery(LiabilityQuery, ListQuery):
    """Why the points moved, and the outlet of the bill."""

    kind = fields.String(required=True, validate=validate.OneOf([each.value for each in Kind]))
    outlet_id = QueryInt(validate=Range(1))


class RollSchema(CamelSchema):
    """Points from one day to another, signed: the closing ones are the opening ones with the movements.

    `expired` are those of members who left: other points do not expire. A voucher that is cancelled, a bill
    that is void and an adjustment are `corrected`.
    """

    opening = fields.Integer(required=True)
    earned = fields.Integer(required=True)
    spent = fields.Integer(required=True)
    expired = fields.Integer(required=True)
    corrected = fields.Integer(required=True)
    closing = fields.Integer(required=True)


class RollAmountsSchema(CamelSchema):
    """The same in ringgit: the opening ones at their rate, movements at the closing rate, and what the change
    of the rate makes of the opening ones.
    """

    opening = SignedMoney(required=True)
    earned = SignedMoney(required=True)
    spent = SignedMoney(required=True)
    expired = SignedMoney(required=True)
    corrected = SignedMoney(required=True)
    rate_change = SignedMoney(required=True)
    closing = SignedMoney(required=True)


class OutletLiabilitySchema(CamelSchema):
    """The points that an outlet gave, spent oldest first; without an id those that were given by hand."""

    outlet_id = fields.Integer(required=True, allow_none=True, attribute="outlet.id", dump_default=None)
    outlet_name = fields.String(required=True, allow_none=True, attribute="outlet.name", dump_default=None)
    points = fields.Nested(RollSchema, required=True)
    owed = SignedMoney(required=True, attribute="worth_sen")


class LiabilitySchema(CamelSchema):
    """What was owed for points at the end of `last`, rolled forward from the end of the day before `first`.

    Rates are ringgit for a point at the median reward that could be claimed that day; null: there was none,
    and the points are worth nothing. `ties`: the outlets add up to the sums of the ledger's entries.
    """

    first = fields.Date(required=True, attribute="days.first")
    last = fields.Date(required=True, attribute="days.last")
    points = fields.Nested(RollSchema, required=True)
    amounts = fields.Nested(RollAmountsSchema, required=True)
    rate = fields.String(required=True, allow_none=True, attribute="rate.a_point", dump_default=None)
    outlet_list = fields.List(fields.Nested(OutletLiabilitySchema), required=True, attribute="outlets")
    open_vouchers = fields.Integer(required=True, attribute="vouchers.count")
    open_vouchers_worth = Money(required=True, attribute="vouchers.value_sen")
    entry_count = fields.Integer(required=True, attribute="entries")
    last_entry_at = Moment(required=True, allow_none=True)
    ties = fields.Boolean(required=True)


class PointEntrySchema(CamelSchema):
    """An entry of the ledger, its points signed; with the bill it was written for, else those are null."""

    id = fields.Integer(required=True)
    created_at = Moment(required=True)
    member_id = fields.Integer(required=True)
    points = fields.Integer(required=True)
    remark = fields.String(required=True)
    receipt_number = fields.String(required=True, allow_none=True)
    outlet_id = fields.Integer(required=True, allow_none=True)
    amount = Money(required=True, allow_none=True, attribute="amount_sen")


class _TakenSchema(CamelSchema):
    """Bills that are not void, their sum and points, and who joined."""

    bills = fields.Integer(required=True)
    amount = Money(required=True, attribute="amount_sen")
    points = fields.Integer(required=True)
    joined = fields.Integer(required=True)


class HomePartSchema(_TakenSchema):
    """The same of a day up to a time, with points spent, null for some outlets (a voucher is claimed at
    none), and vouchers used.
    """

    points_spent = fields.Integer(required=True, allow_none=True)
    vouchers_used = fields.Integer(required=True)


class HomeDaySchema(_TakenSchema):
    """The same of a Malaysian day."""

    day = fields.Date(required=True)


class HomeQuarterSchema(CamelSchema):
    """The sum of the bills of the quarter until `at`, and of the one before until its same day and time."""

    amount = Money(required=True, attribute="amount_sen")
    amount_before = Money(required=True, attribute="before_sen")


class HomeOutletSchema(CamelSchema):
    """An outlet on the day, its sum also of the week before; `waitingBillCount` bills of any day are not
    verified.
    """

    outlet_id = fields.Integer(required=True, attribute="place.id")
    outlet_name = fields.String(required=True, attribute="place.name")
    bills = fields.Integer(required=True)
    amount = Money(required=True, attribute="amount_sen")
    amount_before = Money(required=True, attribute="before.amount_sen")
    points = fields.Integer(required=True)
    waiting_bill_count = fields.Integer(required=True, attribute="waiting")


class ComingSchema(CamelSchema):
    """What happens on a day: `closure` and `hours` of the outlets in `things`, a closure until `lastDay`;
    `reward-starts`, `reward-ends` (its last day); `draft` of the programme, which changes `things`;
    `broadcast`. `id` is that of the reward, the draft or the broadcast.
    """

    day = fields.Date(required=True)
    last_day = fields.Date(required=True, allow_none=True)
    kind = fields.String(required=True, validate=validate.OneOf([each.value for each in ComingKind]))
    name = fields.String(required=True, allow_none=True)
    things = fields.List(fields.String(), required=True)
    is_everywhere = fields.Boolean(required=True, metadata={"description": "at every open outlet of theirs"})
    waits = fields.Boolean(required=True, metadata={"description": "for another person's approval"})
    id = fields.Integer(required=True, allow_none=True)


class HomeQuery(CamelSchema):
    """A Malaysian day, by default today, and one outlet, by default all of one's own."""

    day = Day()
    outlet_id = QueryInt(validate=Range(1))


class HomeSchema(CamelSchema):
    """A day until `at`, the same weekday a week before until the same time, the outlets, those that sold most
    first, and 28 days, that day the last. `comingList` is of today alone.
    """

    at = Moment(required=True)
    is_today = fields.Boolean(required=True)
    now = fields.Nested(HomePartSchema, required=True)
    before = fields.Nested(HomePartSchema, required=True)
    quarter = fields.Nested(HomeQuarterSchema, required=True)
    day_list = fields.List(fields.Nested(HomeDaySchema), required=True, attribute="by_day")
    outlet_list = fields.List(fields.Nested(HomeOutletSchema), required=True, attribute="outlets")
    coming_list = fields.List(fields.Nested(ComingSchema), required=True, attribute="coming")


class QuietTillSchema(CamelSchema):
    """A till that has not been seen for two hours, or whose report is 15 minutes behind.

    `lastSeenAt` is right to the hour for a till that does not report.
    """

    id = fields.Integer(required=True, attribute="till.id")
    name = fields.String(required=True, attribute="till.name")
    outlet_id = fields.Integer(required=True, attribute="till.outlet_id")
    outlet_name = fields.String(required=True)
    last_seen_at = Moment(required=True, allow_none=True)
    reported_at = Moment(required=True, allow_none=True)
    is_silent = fields.Boolean(required=True)


class TodaySchema(CamelSchema):
    """What waits, counted, and the tills that are quiet. A count that is null: not for this role."""

    unverified_bill_count = fields.Integer(required=True, attribute="bills.pending")
    overdue_bill_count = fields.Integer(required=True, attribute="bills.overdue")
    waiting_bill_count = fields.Integer(
        required=True, attribute="bills.waiting", metadata={"description": "which no till can verify"}
    )
    second_person_bill_count = fields.Integer(required=True, attribute="bills.second_person")
    stuck_voucher_count = fields.Integer(required=True, attribute="stuck_vouchers")
    till_list = fields.List(fields.Nested(QuietTillSchema), required=True, attribute="tills")
    approval_count = fields.Integer(required=True, attribute="approvals")
    unreconciled_day_count = fields.Integer(
        required=True,
        attribute="unreconciled_days",
        metadata={
            "description": "business days of outlets with bills, of the last week, that no file was for"
        },
    )
    open_enquiry_count = fields.Integer(required=True, allow_none=True, attribute="open_enquiries")
    waiting_draft_count = fields.Integer(
        required=True,
        allow_none=True,
        attribute="waiting_drafts",
        metadata={"description": "of the programme, which others submitted"},
    )
    waiting_broadcast_count = fields.Integer(
        required=True,
        allow_none=True,
        attribute="waiting_broadcasts",
        metadata={"description": "which others submitted"},
    )
