import { messageOf } from "@loyalty/api-client/errors.ts";
import { useRecentActivities } from "@loyalty/api-client/react/points.ts";
import { ActivityList } from "@loyalty/ui/member/activity-list.tsx";
import { Failed, Loading, Skeleton } from "@loyalty/ui/primitives/states.tsx";
import { paths } from "@loyalty/ui/routes/paths.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { Card } from "./member-page.tsx";

interface QueryResultProps<Data> {
  query: {
    data: Data | undefined;
    error: Error | null;
    isPending: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Announced while the data loads. */
  loading: string;
  /** Shown when the request failed and the server gave no text of its own. */
  failed: string;
  /** The height of the loaded content, so that nothing below it moves. */
  height: string;
  children: (data: Data) => ReactNode;
}

/** The data of a query; before that, that it is loading, or that it failed with a button to try again. */
export function QueryResult<Data>(props: QueryResultProps<Data>) {
  const { query, loading, failed, height, children } = props;
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) {
    return (
      <Loading text={loading}>
        <Skeleton height={height} />
      </Loading>
    );
  }
  return (
    <Failed
      text={messageOf(query.error, failed)}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

interface RecentActivitiesProps {
  title: string;
  /** The label of the link to all activities. */
  all: string;
  loading: string;
  failed: string;
  height: string;
  /** How many are shown; all that were loaded, if it is not given. */
  limit?: number;
  /** Shown instead of a list without entries. */
  empty?: ReactNode;
}

/** A card with the newest activities and a link to all of them. */
export function RecentActivities(props: RecentActivitiesProps) {
  const { title, all, limit, empty, ...states } = props;
  const query = useRecentActivities();
  return (
    <Card title={title} aside={<Link to={paths.activity}>{all}</Link>}>
      <QueryResult query={query} {...states}>
        {(activities) =>
          activities.length === 0 && empty ? (
            empty
          ) : (
            <ActivityList activities={activities.slice(0, limit)} />
          )
        }
      </QueryResult>
    </Card>
  );
}
