package dev.foliot.judgement.answer;

import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the figures of a sentence while it is worded: each method adds one, and returns it as it
 * is shown. One thread.
 */
public final class FigureList {
  private final List<AnswerFigure> all = new ArrayList<>();

  /** Those that were added, in order. */
  public List<AnswerFigure> all() {
    return List.copyOf(all);
  }

  String duration(String name, double ns) {
    return add(name, ns, "ns", Numbers.duration(ns));
  }

  String rate(String name, double perS) {
    return add(name, perS, "per_s", Numbers.rate(perS));
  }

  /** To two digits. */
  String aboutRate(String name, double perS) {
    return add(name, perS, "per_s", Numbers.aboutRate(perS));
  }

  /** To three digits. */
  String significantRate(String name, double perS) {
    return add(name, perS, "per_s", Numbers.significant(perS, 3) + "/s");
  }

  String share(String name, double share) {
    return add(name, share, "share", Numbers.percent(share));
  }

  String share(String name, double share, int decimals) {
    return add(name, share, "share", Numbers.percent(share, decimals));
  }

  String ratio(String name, double ratio) {
    return add(name, ratio, "ratio", Numbers.digits(ratio));
  }

  /** A number of things. */
  public String count(String name, long number) {
    return add(name, (double) number, "count", Numbers.count(number));
  }

  /** A number of nodes: {@code 12 nodes}. */
  String nodes(String name, int number) {
    return add(name, number, "count", Numbers.count(number, "node"));
  }

  /** A level of the metric that nodes are compared by, to three digits. */
  String level(String name, double level) {
    return add(name, level, "metric", Numbers.significant(level, 3));
  }

  String add(String name, double value, String unit, String shown) {
    return add(AnswerFigure.of(name, value, unit, shown));
  }

  /** Adds one, and returns it as it is shown. */
  public String add(AnswerFigure figure) {
    all.add(figure);
    return figure.shown();
  }
}
