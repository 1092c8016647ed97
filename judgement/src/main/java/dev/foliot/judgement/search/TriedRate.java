package dev.foliot.judgement.search;

import dev.foliot.judgement.search.RateObservation.Outcome;
import dev.foliot.stats.Median;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.RateSearch;
import dev.foliot.store.RunRecord;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of the forks at one rate of a search.
 *
 * @param load the load with the rate
 * @param held the number that met the objective
 * @param broke the number that broke it
 * @param silent the number without an answer
 * @param medianNs of the judged percentile over the forks that have it, or null
 */
public record TriedRate(
    LoadRecord load, int held, int broke, int silent, @Nullable Double medianNs) {

  /**
   * All rates of a stored search, from the lowest to the highest.
   *
   * @throws IllegalArgumentException if the run is no search
   */
  public static List<TriedRate> of(RunRecord run, List<ForkRecord> forks) {
    RateSearch search = run.rateSearch();
    if (search == null) {
      throw new IllegalArgumentException("run " + run.id() + " searched no rate");
    }
    LatencyObjective objective = LatencyObjective.parse(search.promise());
    return IntStream.range(0, run.loads().size())
        .mapToObj(load ->
            of(
                run.loads().get(load),
                forks.stream().filter(fork -> fork.loadIndex() == load).toList(),
                objective))
        .sorted(Comparator.comparingDouble(tried -> tried.load().ratePerS()))
        .toList();
  }

  private static TriedRate of(LoadRecord load, List<ForkRecord> forks, LatencyObjective objective) {
    List<Outcome> outcomes =
        forks.stream().map(fork -> ObjectiveCheck.of(fork, load, objective)).toList();
    int held = (int) outcomes.stream().filter(Outcome.HOLDS::equals).count();
    int broke = (int) outcomes.stream().filter(Outcome.BREAKS::equals).count();
    double[] values =
        forks.stream()
            .map(fork -> fork.times().response().value(objective.percentile()))
            .filter(Objects::nonNull)
            .mapToDouble(Long::doubleValue)
            .toArray();
    return new TriedRate(
        load,
        held,
        broke,
        outcomes.size() - held - broke,
        values.length == 0 ? null : Double.valueOf(Median.of(values)));
  }
}
