package dev.foliot.store.comparison;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.Copies;
import dev.foliot.store.GateRecord;
import dev.foliot.store.Validity;
import dev.foliot.store.diagnosis.DiagnosisComparison;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Two sides, compared by percentile. Ratios are B to A: above 1, B is slower.
 *
 * <p>Two diagnoses have no percentiles: {@code diagnoses} is then present, and the primary is the
 * deciding examination. The verdict compares the most severe finding of each side.
 *
 * @param schema {@link #SCHEMA}
 * @param decision the verdict, and what it rests on
 * @param a what B is compared with
 * @param b what is judged
 * @param figures what differs
 * @param validity the worse of both sides
 * @param diagnoses where both sides are diagnoses, in what they differ; else null
 * @param store the folder of the store
 */
public record ComparisonRecord(
    String schema,
    @JsonUnwrapped Decision decision,
    Side a,
    Side b,
    @JsonUnwrapped Figures figures,
    Validity validity,
    @Nullable DiagnosisComparison diagnoses,
    String store) {

  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.comparison/1";

  /**
   * The verdict, and what it rests on.
   *
   * @param verdict of the primary percentile
   * @param primary the name of the percentile that decides, {@code p99}
   * @param margin below which a difference does not matter, 0.05 for 5 %
   * @param pairs of forks that were compared until they decided; null of independent forks
   * @param history that B is judged by, where A is several runs; else null
   */
  public record Decision(
      ComparisonVerdict verdict,
      String primary,
      double margin,
      @Nullable Pairs pairs,
      @Nullable History history) {
    /** Checks that nothing is missing. */
    public Decision {
      Objects.requireNonNull(verdict, "verdict");
      Objects.requireNonNull(primary, "primary");
      Copies.finite(margin, "margin");
    }

    /** Of independent forks. */
    public Decision(ComparisonVerdict verdict, String primary, double margin) {
      this(verdict, primary, margin, null, null);
    }
  }

  /**
   * The earlier runs that the last one is judged by. Side A has their number in place of forks.
   *
   * @param name of the runs
   * @param runs how many there are
   * @param sinceRun the id of the first; empty without any
   * @param since when that began, ISO 8601 in UTC; empty without any
   * @param afterChange whether response times changed with that run
   */
  public record History(String name, int runs, String sinceRun, String since, boolean afterChange) {
    /** Checks that nothing is missing. */
    public History {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(sinceRun, "since_run");
      Objects.requireNonNull(since, "since");
    }
  }

  /**
   * Pairs of forks, looked at after each one.
   *
   * @param played how many there were
   * @param counted how many of them have no INVALID fork
   * @param end why there were no more
   * @param judged the percentiles, or {@link GateRecord#RATE}, that decide; their intervals hold
   *     together at every look
   */
  public record Pairs(int played, int counted, End end, List<String> judged) {
    /** Keeps a copy and checks that nothing is missing. */
    public Pairs {
      Objects.requireNonNull(end, "end");
      judged = List.copyOf(judged);
    }

    /** Why there were no more pairs. */
    public enum End {
      /** What is judged is decided. */
      @JsonProperty("decided")
      DECIDED,
      /** The next pair would have ended after the budget. */
      @JsonProperty("budget_spent")
      BUDGET_SPENT,
      /** There were as many as the user allowed. */
      @JsonProperty("most_pairs")
      MOST_PAIRS,
      /** No pair counts. */
      @JsonProperty("none_counts")
      NONE_COUNTS,
      /** The run was ended early. */
      @JsonProperty("interrupted")
      INTERRUPTED
    }
  }

  /**
   * What differs.
   *
   * @param percentiles of the response time
   * @param sustained the rates that the sides sustain, where a side was SATURATED; then it decides,
   *     and the percentiles do not; else null
   * @param environmentDifferences in what the two were not run alike
   */
  public record Figures(
      List<Percentile> percentiles,
      @Nullable Sustained sustained,
      List<Difference> environmentDifferences) {
    /** Keeps copies and checks that nothing is missing. */
    public Figures {
      percentiles = List.copyOf(percentiles);
      environmentDifferences = List.copyOf(environmentDifferences);
    }
  }

  /** Keeps copies and checks that nothing is missing. */
  public ComparisonRecord {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(a, "a");
    Objects.requireNonNull(b, "b");
    Objects.requireNonNull(validity, "validity");
    Objects.requireNonNull(store, "store");
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(figures, "figures");
  }

  /**
   * One side.
   *
   * @param id of the run, or the path of a baseline
   * @param arm index of the arm in it
   * @param load index of the load in it
   * @param label its label for people
   * @param forks number of valid forks
   * @param wildForks those far slower than the others at the percentile that decides
   */
  public record Side(
      String id,
      int arm,
      int load,
      String label,
      int forks,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<WildFork> wildForks) {
    /** Keeps a copy and checks that nothing is missing. */
    public Side {
      wildForks = List.copyOf(wildForks);
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(label, "label");
    }
  }

  /**
   * The rates that two sides sustain under a load that is more than one of them can take.
   *
   * @param verdict WORSE where B sustains less
   * @param ratio B's rate to A's: below 1, B sustains less
   * @param low the lower end of the ratio's interval of 95 %; null where the forks do not bound it
   * @param high its upper end, likewise
   * @param forksNeeded how many forks of each side would decide, null where that is decided or
   *     unknown
   * @param aPerS the median over A's forks, messages a second
   * @param bPerS the median over B's forks
   */
  public record Sustained(
      ComparisonVerdict verdict,
      double ratio,
      @Nullable Double low,
      @Nullable Double high,
      @Nullable Long forksNeeded,
      double aPerS,
      double bPerS) {
    /** Checks that nothing is missing. */
    public Sustained {
      Objects.requireNonNull(verdict, "verdict");
      Copies.finite(ratio, "ratio");
      Copies.finite(aPerS, "a_per_s");
      Copies.finite(bPerS, "b_per_s");
    }
  }

  /**
   * One percentile of the response time.
   *
   * @param percentile its name, {@code p99}
   * @param change its verdict, and what that rests on
   * @param aNs the median over A's forks, in nanoseconds
   * @param bNs the median over B's forks
   * @param reason why it is undecided, or null
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record Percentile(
      String percentile,
      @JsonUnwrapped Change change,
      @Nullable Long aNs,
      @Nullable Long bNs,
      @Nullable String reason) {
    /** Checks that nothing is missing. */
    public Percentile {
      Objects.requireNonNull(percentile, "percentile");
      Objects.requireNonNull(change, "change");
    }
  }

  /**
   * How much a percentile differs.
   *
   * @param verdict of this percentile
   * @param ratio B to A, null if a side lacks the percentile
   * @param low the lower end of the ratio's interval
   * @param high its upper end
   * @param forksNeeded number of forks a side that would decide; null if decided or unknown
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record Change(
      ComparisonVerdict verdict,
      @Nullable Double ratio,
      @Nullable Double low,
      @Nullable Double high,
      @Nullable Long forksNeeded) {
    /** Checks that nothing is missing. */
    public Change {
      Objects.requireNonNull(verdict, "verdict");
      Copies.finiteOrNull(ratio, "ratio");
      Copies.finiteOrNull(low, "low");
      Copies.finiteOrNull(high, "high");
    }
  }

  /**
   * A difference in the conditions of the two sides.
   *
   * @param name name of the fact
   * @param a its value on one side, empty if it has none
   * @param b its value on the other side
   */
  public record Difference(String name, String a, String b) {
    /** Checks that nothing is missing. */
    public Difference {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(a, "a");
      Objects.requireNonNull(b, "b");
    }
  }
}
