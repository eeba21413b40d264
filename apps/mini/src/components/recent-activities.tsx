import { useRecentActivities } from "@loyalty/api-client/react/points";
import { ActivityList } from "@loyalty/shell/activity-list";
import { paths } from "@loyalty/shell/paths";
import { QueryResult } from "@loyalty/ui/query-result";
import type { ComponentProps } from "react";
import { Link } from "react-router";

import { Card } from "./member-page.tsx";

interface RecentActivitiesProps extends Omit<
  ComponentProps<typeof QueryResult>,
  "query" | "children"
> {
  title: string;
  all: string;
  /** How many are shown; all that were loaded, if it is not given. */
  limit?: number;
}

export function RecentActivities(props: RecentActivitiesProps) {
  const { title, all, limit, ...states } = props;
  const query = useRecentActivities();
  return (
    <Card title={title} aside={<Link to={paths.activity}>{all}</Link>}>
      <QueryResult query={query} {...states}>
        {(activities) => <ActivityList activities={activities.slice(0, limit)} />}
      </QueryResult>
    </Card>
  );
}
