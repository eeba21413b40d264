import { formatDay, formatNumber } from "@loyalty/ui/formats";
import { useScheme } from "@loyalty/ui/theme-store";
import { useEffect, useRef } from "react";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";

import styles from "./figures.module.css";
import type { Figures } from "./queries.ts";

const HEIGHT_PX = 220;

/** Points earned by day, drawn. The table below it has the same numbers, so screen readers pass it by. */
export default function DaysChart({ days }: { days: Figures["dayList"] }) {
  const frame = useRef<HTMLDivElement>(null);
  const scheme = useScheme();
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    // Asked at each drawing, for the scheme may change. The tokens themselves are `light-dark(…)`, which a canvas cannot read.
    const line = () => getComputedStyle(element).color;
    const grid = { stroke: () => getComputedStyle(element).borderTopColor, width: 1 };
    const axis: UPlot.Axis = {
      stroke: () => getComputedStyle(element.parentElement!).color,
      grid,
      ticks: grid,
    };
    const chart = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT_PX,
        // Half of the last day's name stands right of its place.
        padding: [null, 40, null, null],
        // A day is a place on the axis, not an instant.
        scales: { x: { time: false } },
        axes: [
          {
            ...axis,
            space: 90,
            incrs: [1, 2, 7, 14, 30, 60, 90],
            values: (_chart, places) => places.map((at) => formatDay(days[at]?.day ?? "")),
          },
          {
            ...axis,
            size: 64,
            values: (_chart, points) => points.map((each) => formatNumber(each)),
          },
        ],
        series: [{}, { stroke: line, width: 2, points: { show: days.length < 60 } }],
        legend: { show: false },
        cursor: { show: false },
      },
      [days.map((_day, at) => at), days.map(({ pointsEarned }) => pointsEarned)],
      element,
    );
    const size = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: HEIGHT_PX }),
    );
    size.observe(element);
    const system = matchMedia("(prefers-color-scheme: dark)");
    const redraw = () => chart.redraw();
    system.addEventListener("change", redraw);
    return () => {
      system.removeEventListener("change", redraw);
      size.disconnect();
      chart.destroy();
    };
  }, [days, scheme]);
  return <div ref={frame} className={styles.chart} aria-hidden="true" />;
}
