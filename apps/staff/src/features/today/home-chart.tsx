import { formatDay, formatNumber } from "@loyalty/ui/formats";
import { useScheme } from "@loyalty/ui/theme-store";
import { useEffect, useRef } from "react";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";

import styles from "./today.module.css";

const HEIGHT_PX = 220;

interface HomeChartProps {
  /** The days that are shown, `2026-11-27`, today the last. */
  days: readonly string[];
  values: readonly number[];
  /** The same of as many days before. */
  before: readonly number[];
}

/** A sum by day as bars, and the days before as a line. The table beside it has the same numbers, so screen readers pass it by. */
export default function HomeChart({ days, values, before }: HomeChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const scheme = useScheme();
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    // Asked at each drawing, for the scheme may change. The tokens themselves are `light-dark(…)`, which a canvas cannot read.
    const now = () => getComputedStyle(element).color;
    const then = () => getComputedStyle(element).outlineColor;
    const grid = { stroke: () => getComputedStyle(element).borderTopColor, width: 1 };
    const axis: UPlot.Axis = {
      stroke: () => getComputedStyle(element.parentElement!).color,
      grid,
      ticks: { show: false },
    };
    const chart = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT_PX,
        // A day is a place on the axis, not an instant.
        scales: {
          x: { time: false, range: [-0.6, days.length - 0.4] },
          y: { range: (_chart, _least, most) => [0, Math.max(1, most * 1.1)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            space: 36,
            incrs: [1, 2, 7],
            values: (_chart, places) =>
              places.map((at) => (Number.isInteger(at) && days[at] ? shortDay(days[at]) : "")),
          },
          { ...axis, size: 60, values: (_chart, sums) => sums.map((each) => formatNumber(each)) },
        ],
        series: [
          {},
          {
            stroke: now,
            fill: now,
            paths: UPlot.paths.bars!({ size: [0.62, 40], radius: 0.12 }),
            points: { show: false },
          },
          { stroke: then, width: 2, points: { show: true, size: 5, fill: then, stroke: then } },
        ],
        legend: { show: false },
        cursor: { show: false },
      },
      [days.map((_day, at) => at), [...values], [...before]],
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
  }, [days, values, before, scheme]);
  return <div ref={frame} className={styles.chart} aria-hidden="true" />;
}

/** "27 Nov" of a day. */
const shortDay = (day: string) => formatDay(day).replace(/\s*\d{4}\S*$/, "");
