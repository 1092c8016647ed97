package dev.foliot.report.diagnosis;

import dev.foliot.judgement.answer.ThreadTimeWords;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Units;
import dev.foliot.store.diagnosis.Doing;
import dev.foliot.store.diagnosis.ThreadTime;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where the time of all threads went: a bar for each group, and the places. */
final class TimeSection {
  private static final int MOST_GROUPS = 60;
  private static final int MOST_PLACES = 8;
  private static final int ROW_PX = 18;

  private final DiagnosisView view;

  TimeSection(DiagnosisView view) {
    this.view = view;
  }

  /** The section; empty if the time is unknown. */
  Optional<Section> section() {
    ThreadTime time = view.diagnosis().time();
    return time == null
        ? Optional.empty()
        : Optional.of(
            new Section(
                view.key() + "-time",
                view.prefix() + "Where in the code the time went",
                List.of(places(time))));
  }

  /** A bar for each group; empty if the time is unknown. */
  Optional<Block> bars() {
    ThreadTime time = view.diagnosis().time();
    return time == null ? Optional.empty() : Optional.of(groups(time));
  }

  private Block groups(ThreadTime time) {
    Rows rows = new Rows().texts("threads").numbers("number");
    rows.column(Cell.text("their time", "bar"));
    rows.texts("the largest parts, and where");
    for (ThreadTime.Group group : ThreadTimeWords.shown(time, MOST_GROUPS)) {
      rows.row(
          List.of(
              Cell.text(Foreign.name(group.name())),
              Cell.number(Units.number(group.threads())),
              Cell.picture(bar(group), "bar"),
              Cell.text(Foreign.sentence(ThreadTimeWords.where(group)))));
    }
    return rows.table(
        view.key() + "-time-groups",
        view.prefix() + "Where the time went",
        "Threads of one pool, or with the same name except for numbers, in "
            + Units.count(time.samples(), "sample")
            + " over "
            + Units.shortSeconds(time.observedS())
            + ". Time on a CPU, and ready without one, is the kernel's count.",
        "bars doings");
  }

  private static Content bar(ThreadTime.Group group) {
    Svg svg = Svg.picture("bar doing", ROW_PX, "");
    double at = 0;
    for (Doing doing : Doing.values()) {
      double share = Math.clamp(group.share(doing), 0, 1 - at);
      if (share > 0) {
        svg.rect("doing-" + doing.label(), at, 3, share, 12);
        at += share;
      }
    }
    return svg.end();
  }

  private Block places(ThreadTime time) {
    Rows rows = new Rows().texts("threads", "what they do", "where", "in").numbers("of their time");
    for (ThreadTime.Group group :
        time.groups().subList(0, Math.min(MOST_GROUPS, time.groups().size()))) {
      List<ThreadTime.Place> places = new ArrayList<>(group.places());
      for (ThreadTime.Place place : places.subList(0, Math.min(MOST_PLACES, places.size()))) {
        rows.row(
            List.of(
                Cell.text(Foreign.name(group.name())),
                Cell.text(place.doing().words()),
                Cell.text(Foreign.name(place.yours())),
                Cell.text(Foreign.name(place.library())),
                Cell.number(Units.percent(place.share(), 1))));
      }
    }
    return rows.table(view.key() + "-time-places", "Places", "", "");
  }
}
