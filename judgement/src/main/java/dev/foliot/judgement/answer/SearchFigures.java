package dev.foliot.judgement.answer;

import dev.foliot.judgement.search.RateAnswer;
import dev.foliot.store.RateSearch;
import org.jspecify.annotations.Nullable;

/** The figures of a search for a rate that its sentence gives: the rate, and its interval. */
final class SearchFigures {
  private SearchFigures() {}

  static void add(RateSearch search, FigureList figures) {
    add("found_rate", search.ratePerS(), search.answer(), figures);
    add("found_rate_low", search.lowPerS(), search.answer(), figures);
    add("found_rate_high", search.highPerS(), search.answer(), figures);
  }

  private static void add(String name, @Nullable Double perS, String answer, FigureList figures) {
    if (perS != null && answer.contains(RateAnswer.rate(perS))) {
      figures.add(name, perS, "per_s", RateAnswer.rate(perS));
    }
  }
}
