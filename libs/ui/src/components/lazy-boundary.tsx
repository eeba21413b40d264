import { Suspense, type ReactNode } from "react";
import { ErrorBoundary } from "react-error-boundary";

interface LazyBoundaryProps {
  /** What is fetched when it is first shown: made with `lazy`. */
  children: ReactNode;
  /** Shown until the children have loaded. */
  fallback?: ReactNode;
  /** Shown where they cannot be loaded. @default the fallback */
  errorFallback?: ReactNode;
  /** They cannot be loaded: there is no network, or a release has removed the file. */
  onError?: () => void;
}

/** Suspense and an error boundary around a lazy part of a page: a part that fails to load takes nothing else with it. */
export function LazyBoundary({
  children,
  fallback = null,
  errorFallback = fallback,
  onError = () => {},
}: LazyBoundaryProps) {
  return (
    <ErrorBoundary fallback={<>{errorFallback}</>} onError={onError}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}
