package dev.foliot.cli.live;

import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of a running load in words: the same on the screen and on the page. Stateless. */
final class LiveText {
  private static final int MOST_ERRORS = 3;
  private static final int LONGEST = 40;

  private LiveText() {}

  /** What happens now, and for how long. */
  static String stage(LiveView view) {
    return view.stage() + (view.points().isEmpty() ? "" : ", " + Numbers.span(view.elapsedS()));
  }

  static String left(LiveView view) {
    return Numbers.span(view.leftS()) + " left";
  }

  static List<String> rate(LiveView view, LivePoint now) {
    return List.of(
        "asked " + view.asked(),
        "answered " + Numbers.shortRate(Math.rint(now.answeredPerS())),
        "in flight " + Numbers.count(view.counts().inFlight()),
        Numbers.count(view.counts().connections(), "connection"));
  }

  static List<String> response(LivePoint now) {
    return now.times().responseMaxNs() == 0
        ? List.of("no answer in the last half second")
        : List.of(
            "p50 " + Numbers.shortDuration((double) now.times().responseP50Ns()),
            "p99 " + Numbers.shortDuration((double) now.times().responseP99Ns()),
            "max " + Numbers.shortDuration((double) now.times().responseMaxNs()));
  }

  static List<String> failed(LiveView view) {
    List<String> failed = new ArrayList<>();
    failed.add(
        Numbers.count(view.counts().errors())
            + " of "
            + Numbers.count(view.counts().ok() + view.counts().errors()));
    view.errors().entrySet().stream()
        .limit(MOST_ERRORS)
        .forEach(error ->
            failed.add(
                Shown.text(error.getKey(), LONGEST) + " " + Numbers.count(error.getValue())));
    return failed;
  }

  static List<String> generator(LivePoint now) {
    return List.of(
        Numbers.digits(now.generatorCpus()) + " CPUs",
        "late by at most " + Numbers.shortDuration((double) now.times().latenessMaxNs()));
  }

  /** The texts of the page by the ids of their elements. */
  static Map<String, String> page(LiveView view) {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("stage", capital(stage(view)));
    texts.put("left", left(view));
    if (!view.points().isEmpty()) {
      LivePoint now = view.points().getLast();
      texts.put("rate", String.join(", ", rate(view, now)));
      texts.put("response", String.join(", ", response(now)));
      texts.put("failed", String.join(", ", failed(view)));
      texts.put("generator", String.join(", ", generator(now)));
    }
    return texts;
  }

  private static String capital(String text) {
    return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
