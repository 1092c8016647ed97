package dev.foliot.report.chart;

import java.util.List;

/**
 * An axis that is labelled where its maker wants.
 *
 * @param scale where values lie
 * @param ticks in order
 */
public record LabelledScale(Scale scale, List<Tick> ticks) implements Scale {
  public LabelledScale {
    ticks = List.copyOf(ticks);
  }

  @Override
  public double at(double value) {
    return scale.at(value);
  }
}
