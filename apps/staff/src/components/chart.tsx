import { formatNumber } from "@loyalty/ui/formats";
import { useScheme } from "@loyalty/ui/theme-store";
import { useEffect, useRef } from "react";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";

import styles from "./chart-card.module.css";

const HEIGHT_PX = 220;
/** Of a bar that lies, with what is between it and the next. */
const ROW_PX = 26;
const AXIS_PX = 28;
const LETTER_PX = 7;
/** Of the width of a place on the axis. */
const BAR_SHARE = 0.62;

export interface Series {
  name: string;
  values: readonly number[];
  /** `before`: those of the days before; `other`: something else of the same days. */
  kind: "now" | "before" | "other";
}

export interface ChartProps {
  /** What the chart shows, for screen readers; a table has its numbers. */
  caption: string;
  /** Under the bars: a short day, a month; beside those that lie: an outlet, a tier. */
  labels: readonly string[];
  /** The first is drawn as bars, another one as a line, or as dots where the bars lie. */
  series: readonly Series[];
  /** Bars lie, one below the other: what is compared has names, and is in no order of time. */
  isAcross?: boolean;
  /** What the last bar usually reaches: a dashed outline around it. */
  usual?: number;
  /** What the values are in, beside their axis: `RM`. */
  unit?: string | undefined;
}

/** Sums as bars from zero, and another series over them, in the colours of the scheme. */
export default function Chart(props: ChartProps) {
  const { caption, labels, series, isAcross = false, usual = 0, unit } = props;
  const frame = useRef<HTMLDivElement>(null);
  const scheme = useScheme();
  const height = isAcross ? labels.length * ROW_PX + AXIS_PX : HEIGHT_PX;
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    // Asked at each drawing, for the scheme may change. The tokens themselves are `light-dark(…)`, which a canvas cannot read.
    const colours = {
      now: () => getComputedStyle(element).color,
      before: () => getComputedStyle(element).outlineColor,
      other: () => getComputedStyle(element).columnRuleColor,
    };
    const text = () => getComputedStyle(element.parentElement!).color;
    const font = `12px ${getComputedStyle(element).fontFamily}`;
    const longest = LETTER_PX * Math.max(...labels.map(({ length }) => length));
    const grid = { stroke: () => getComputedStyle(element).borderTopColor, width: 1 };
    const maxBarPx = isAcross ? 18 : 40;
    const bars = UPlot.paths.bars!({ size: [BAR_SHARE, maxBarPx], radius: 0.12 });
    const outlineUsual = (chart: UPlot) => {
      const { ctx } = chart;
      const last = chart.valToPos(labels.length - 1, "x", true);
      const place = last - chart.valToPos(labels.length - 2, "x", true);
      const width = Math.min(BAR_SHARE * place, maxBarPx * UPlot.pxRatio);
      const top = chart.valToPos(usual, "y", true);
      ctx.save();
      ctx.strokeStyle = colours.now();
      ctx.lineWidth = 1.5 * UPlot.pxRatio;
      ctx.setLineDash([3 * UPlot.pxRatio, 3 * UPlot.pxRatio]);
      ctx.strokeRect(last - width / 2, top, width, chart.valToPos(0, "y", true) - top);
      ctx.restore();
    };
    const chart = new UPlot(
      {
        width: element.clientWidth,
        height,
        scales: {
          // A day is a place on the axis, not an instant.
          x: {
            time: false,
            range: [-0.6, labels.length - 0.4],
            ...(isAcross && { ori: 1, dir: -1 }),
          },
          y: {
            range: (_chart, _least, most) => [0, Math.max(1, Math.max(most, usual) * 1.1)],
            ...(isAcross && { ori: 0 }),
          },
        },
        axes: [
          {
            stroke: text,
            font,
            grid: { show: false },
            ticks: { show: false },
            side: isAcross ? 3 : 2,
            ...(isAcross
              ? { size: longest + 16, splits: () => labels.map((_label, at) => at) }
              : { size: AXIS_PX, space: longest + 8, incrs: [1, 2, 3, 7, 14] }),
            values: (_chart, places) => places.map((at) => labels[at] ?? ""),
          },
          {
            stroke: text,
            font,
            grid,
            ticks: { show: false },
            side: isAcross ? 2 : 3,
            size: isAcross ? AXIS_PX : 52,
            space: isAcross ? 90 : 40,
            ...(unit && { label: unit, labelFont: font, labelSize: 18 }),
            values: (_chart, sums) =>
              sums.map((each) =>
                Number.isInteger(each) ? formatNumber(each, { notation: "compact" }) : "",
              ),
          },
        ],
        series: [
          {},
          ...series.map(({ kind }, at): UPlot.Series => {
            const stroke = colours[kind];
            if (at === 0) return { stroke, fill: stroke, paths: bars, points: { show: false } };
            return {
              stroke,
              width: 2,
              points: { show: true, size: isAcross ? 8 : 5, fill: stroke, stroke },
              ...(isAcross && { paths: () => null }),
            };
          }),
        ],
        legend: { show: false },
        cursor: { show: false },
        hooks: { draw: usual > 0 ? [outlineUsual] : [] },
      },
      [labels.map((_label, at) => at), ...series.map(({ values }) => [...values])],
      element,
    );
    const size = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    size.observe(element);
    const system = matchMedia("(prefers-color-scheme: dark)");
    const redraw = () => chart.redraw();
    system.addEventListener("change", redraw);
    return () => {
      system.removeEventListener("change", redraw);
      size.disconnect();
      chart.destroy();
    };
  }, [labels, series, isAcross, usual, unit, height, scheme]);
  return (
    <div ref={frame} className={styles.chart} style={{ height }} role="img" aria-label={caption} />
  );
}
