package dev.foliot.report.study;

import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A measure of the arms under one load: a bar from zero to the median of each. Stateless. */
final class ArmBars {
  private static final int ROW_PX = 40;
  private static final int BAR_Y = 19;
  private static final int BAR_PX = 13;

  private ArmBars() {}

  /** A bar of an arm. */
  private record Bar(ArmView arm, ForkSpread spread) {}

  /** The picture; none where no fork has the measure. */
  static Optional<Block.Figure> of(
      String id, StudyView study, int step, StudyMeasure measure, String title) {
    List<Bar> bars = new ArrayList<>();
    for (ArmView arm : study.arms()) {
      ForkSpread spread = study.spread(arm, step, measure);
      if (spread != null) {
        bars.add(new Bar(arm, spread));
      }
    }
    double most = bars.stream().mapToDouble(bar -> bar.spread.most()).max().orElse(0);
    return most <= 0
        ? Optional.empty()
        : Optional.of(
            Block.Figure.of(
                id,
                title,
                "Bars: medians over the valid and suspect forks. Lines: the least and the greatest"
                    + " of them.",
                Block.Picture.of(draw(bars, most, measure))));
  }

  private static Content draw(List<Bar> bars, double most, StudyMeasure measure) {
    Svg svg = Svg.picture("arm-bars", bars.size() * ROW_PX, measure.name() + " of each arm");
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      ForkSpread spread = bar.spread;
      int top = i * ROW_PX;
      svg.text("", 0, top + 13, bar.arm.name());
      svg.text("value", 1, top + 13, measure.shown(spread.median()));
      svg.key(bar.arm.key()).group(bar.arm.colour());
      svg.rect("ground", 0, top + BAR_Y, 1, BAR_PX);
      svg.rect("bar", 0, top + BAR_Y, spread.median() / most, BAR_PX);
      double middle = top + BAR_Y + BAR_PX / 2.0;
      svg.line("range", spread.least() / most, middle, spread.most() / most, middle);
      svg.end();
    }
    return svg.end();
  }
}
