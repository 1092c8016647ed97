package dev.foliot.judgement.answer;

import dev.foliot.judgement.search.RateAnswer;
import dev.foliot.store.RateSearch;
import org.jspecify.annotations.Nullable;

/** The figures of a search for a rate: the rate that was found, and its interval. */
final class SearchFigures {
  private SearchFigures() {}

  static void add(RateSearch search, FigureList figures) {
    add("found_rate", search.ratePerS(), figures);
    add("found_rate_low", search.lowPerS(), figures);
    add("found_rate_high", search.highPerS(), figures);
  }

  private static void add(String name, @Nullable Double perS, FigureList figures) {
    if (perS != null) {
      figures.add(name, perS, "per_s", RateAnswer.rate(perS));
    }
  }
}
