import { Suspense, type ReactNode } from "react";
import { ErrorBoundary } from "react-error-boundary";

interface LateProps {
  /** What is fetched when it is first shown: made with `lazy`. */
  children: ReactNode;
  /** What stands in its place until it is here. */
  place?: ReactNode;
  /** What stands there for good where it cannot be fetched; the same, unless said otherwise. */
  instead?: ReactNode;
  /** It cannot be fetched: there is no network, or a release has taken its file away. */
  onFailed?: () => void;
}

/** A part of a page that comes late. One that never comes takes nothing else with it. */
export function Late({ children, place = null, instead = place, onFailed = () => {} }: LateProps) {
  return (
    <ErrorBoundary fallback={<>{instead}</>} onError={onFailed}>
      <Suspense fallback={place}>{children}</Suspense>
    </ErrorBoundary>
  );
}
