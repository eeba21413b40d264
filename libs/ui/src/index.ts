export { isBrandKey, brandKeys, DEFAULT_BRAND, type BrandKey } from "./brand/brand-key.ts";
export { OverlayHost, type OverlayHostProps } from "./overlays/overlay-host.tsx";
export { closeOverlay, openOverlay, useOverlay, type OverlayName } from "./overlays/overlays.ts";
export { CodeLife } from "./overlays/one-time-code/code-life.tsx";
export { rememberPhoneNumber } from "./overlays/one-time-code/last-phone-number.ts";
export { Resend } from "./overlays/one-time-code/resend.tsx";
export { useCodeRequest } from "./overlays/one-time-code/use-code-request.ts";
export { usePassingMessage } from "./overlays/one-time-code/use-passing-message.ts";
export { OCCUPATIONS } from "./overlays/register/occupations.ts";
export { useReferralPrompt } from "./overlays/referral-code/use-referral-prompt.ts";
export { BrandLogo } from "./brand/brand-logo.tsx";
export { BrandMark } from "./brand/brand-mark.tsx";
export { BrandProvider } from "./brand/brand-provider.tsx";
export { brands, company, type Brand } from "./brand/brands.ts";
export { brandBootScript, dressingBootScript, type Scheme } from "./brand/look.ts";
export { useBrand } from "./brand/use-brand.ts";
export { useScheme } from "./brand/use-scheme.ts";
export { distanceKm } from "./content/distance.ts";
export { faq } from "./content/faq.ts";
export { useTierWords } from "./content/tier-words.ts";
export { useProgrammeWords } from "./content/menu-words.ts";
export { mailLink } from "./content/mail-link.ts";
export { addressLine, outlets, type Coordinates, type Outlet } from "./content/outlets.ts";
export { rewardDrawing } from "./content/reward-pictures.ts";
export { useGeolocation } from "./geolocation/use-geolocation.ts";
export { useSettled } from "./screens/locations/use-settled.ts";
export {
  applyFormats,
  chosenFormats,
  formatClock,
  formatDate,
  formatDateTime,
  formatDay,
  formatMoney,
  formatMonth,
  formatNumber,
  formatTime,
  keepLanguageSettings,
  keptLanguageSettings,
  startFormats,
} from "./formats/formats.ts";
export {
  spellClock,
  spellDate,
  spellMoney,
  spellNumber,
  spellTime,
  type LanguageSettings,
  type Style,
} from "./formats/spell.ts";
export { spellTelephone } from "./formats/telephone.ts";
export { configureMap, type MapSettings } from "./map/map-settings.ts";
export type { MapOutlet, MapStart, OutletMapProps } from "./map/outlet-map-props.ts";
export { KUALA_LUMPUR, OutletMap } from "./map/outlet-map.tsx";
export { ActivityList } from "./member/activity-list.tsx";
export { MemberCard } from "./member/member-card.tsx";
export { PointsFigure } from "./member/points-figure.tsx";
export { standingOf, type Standing } from "./member/standing.ts";
export { TierBadge } from "./member/tier-badge.tsx";
export { TierProgress } from "./member/tier-progress.tsx";
export { useStanding } from "./member/use-standing.ts";
export { buttonClass } from "./primitives/button.tsx";
export { Button, type ButtonProps } from "./primitives/button.tsx";
export { ConfirmDialog, type ConfirmDialogProps } from "./primitives/dialog.tsx";
export { Dialog, type DialogProps } from "./primitives/dialog.tsx";
export { Drawer, type DrawerProps } from "./primitives/dialog.tsx";
export { Checkbox } from "./primitives/choice.tsx";
export { Field, type FieldControl, type FieldLabelProps } from "./primitives/field.tsx";
export { SelectField, type SelectFieldProps } from "./primitives/field.tsx";
export { SuggestField } from "./primitives/field.tsx";
export { TextAreaField, type TextAreaFieldProps } from "./primitives/field.tsx";
export { TextField, type TextFieldProps } from "./primitives/field.tsx";
export { CODE_LENGTH, type PasteRule } from "./primitives/otp-field.tsx";
export { OtpBoxes, type OtpBoxesHandle, type OtpBoxesProps } from "./primitives/otp-field.tsx";
export { Alert, type AlertProps } from "./primitives/alert.tsx";
export { Avatar } from "./primitives/avatar.tsx";
export { DEFAULT_CALLING_CODE, type CallingCodeOption } from "./primitives/phone-field.tsx";
export { Country } from "./primitives/phone-field.tsx";
export { PhoneField, type PhoneFieldProps } from "./primitives/phone-field.tsx";
export { Picture, type PictureProps } from "./primitives/picture.tsx";
export { Progress } from "./primitives/progress.tsx";
export { SearchField, type SearchFieldProps } from "./primitives/field.tsx";
export { Empty } from "./primitives/states.tsx";
export { Failed } from "./primitives/states.tsx";
export { Loading } from "./primitives/states.tsx";
export { Skeleton } from "./primitives/states.tsx";
export { Tabs, type Tab, type TabsProps } from "./primitives/tabs.tsx";
export { showToast, type ToastSeconds } from "./primitives/toast.tsx";
export { Toaster } from "./primitives/toast.tsx";
export { LazyBoundary } from "./primitives/lazy-boundary.tsx";
export { Toggle } from "./primitives/choice.tsx";
export { VisuallyHidden } from "./primitives/visually-hidden.tsx";
export { guardMarkup } from "./trusted/guard-markup.ts";
export { lifeless } from "./trusted/lifeless.ts";
export { AppShell } from "./shell/app-shell.tsx";
export { scrollUp } from "./shell/scroll-up.ts";
export { SocialLinks } from "./shell/social-links.tsx";
export { thumbNav } from "./shell/thumb-nav.ts";
export { catalogue, type Catalogue, type Say, type Sentences } from "./texts/catalogue.ts";
export { i18n } from "./texts/i18n.ts";
export { RichText } from "./texts/rich-text.tsx";
export { useLanguage } from "./texts/use-language.ts";
export { useTexts } from "./texts/use-texts.ts";
