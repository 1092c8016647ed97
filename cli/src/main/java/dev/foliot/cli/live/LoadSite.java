package dev.foliot.cli.live;

import dev.foliot.report.page.LivePage;
import dev.foliot.report.page.LiveSubject;
import dev.foliot.report.page.LiveSubject.Chart;
import dev.foliot.report.page.LiveSubject.Fact;
import dev.foliot.report.page.LiveSubject.Line;
import dev.foliot.report.page.LiveSubject.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The page of a running load. Safe for any thread. */
public final class LoadSite implements LiveSite, LivePages {
  private static final LiveSubject.States STATES =
      new LiveSubject.States(
          "Waiting for the load",
          "The load has ended, or its connection is lost",
          "The load in the last half second",
          false);
  private static final List<Fact> FACTS =
      List.of(
          new Fact("rate", "rate"),
          new Fact("response", "response time"),
          new Fact("failed", "failed"),
          new Fact("generator", "load generator"));
  private static final List<Chart> CHARTS =
      List.of(
          new Chart(
              "times",
              "Response time",
              "Each half second of the last five minutes, on a logarithmic scale.",
              Unit.LOG_NS,
              List.of(
                  new Line("p50", 4, "c0"), new Line("p99", 5, "c1"), new Line("max", 6, "c3"))),
          new Chart(
              "rates",
              "Rate",
              "Requests a second: those that were due, those that were answered, and those that"
                  + " failed.",
              Unit.RATE,
              List.of(
                  new Line("due", 1, "due"),
                  new Line("answered", 2, "c0"),
                  new Line("failed", 3, "bad"))),
          new Chart(
              "lateness",
              "Lateness of the load generator",
              "The greatest in each half second. It is in the response times, and no fault of the"
                  + " server.",
              Unit.NS,
              List.of(new Line("lateness", 7, "c3"))));

  private final LiveState state;

  /** The page of a load. */
  public LoadSite(LiveState state) {
    this.state = state;
  }

  @Override
  public Optional<LivePages> at(String below) {
    return below.isEmpty() ? Optional.of(this) : Optional.empty();
  }

  @Override
  public String ended() {
    return "The load has ended.";
  }

  /** The subject of a page about a load. */
  public static LiveSubject subject(String title) {
    return new LiveSubject(
        title,
        "Load, live",
        STATES,
        List.of(),
        FACTS,
        CHARTS,
        "Made by foliot load. The page ends with the load; the report stays.");
  }

  @Override
  public String html() {
    return LivePage.html(subject(state.view().title()));
  }

  @Override
  public Update since(double atS) {
    LiveView view = state.view();
    List<List<Number>> points = new ArrayList<>();
    for (LivePoint point : view.points()) {
      if (point.atS() > atS) {
        points.add(row(point));
      }
    }
    return new Update(LiveText.page(view), points);
  }

  private static List<Number> row(LivePoint point) {
    return List.of(
        point.atS(),
        point.askedPerS(),
        point.answeredPerS(),
        point.failedPerS(),
        point.times().responseP50Ns(),
        point.times().responseP99Ns(),
        point.times().responseMaxNs(),
        point.times().latenessMaxNs());
  }
}
