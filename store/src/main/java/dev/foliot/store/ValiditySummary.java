package dev.foliot.store;

import dev.foliot.text.Reason;
import dev.foliot.text.ReasonGroup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The verdicts of a run's forks, with like reasons grouped into one.
 *
 * @param noun what one part is, {@code fork}
 * @param counts how many parts have each verdict; a verdict without a part is absent
 * @param lines the groups, those of INVALID parts first
 */
public record ValiditySummary(String noun, Map<Verdict, Integer> counts, List<Line> lines) {
  /**
   * Like reasons of parts with one verdict.
   *
   * @param verdict of these parts
   * @param group what they have in common
   */
  public record Line(Verdict verdict, ReasonGroup group) {
    /** The reason, with the parts that it holds for. */
    public String text() {
      return group.text();
    }
  }

  /** Keeps copies. */
  public ValiditySummary {
    counts = Map.copyOf(counts);
    lines = List.copyOf(lines);
  }

  /**
   * Groups the reasons of all parts.
   *
   * @param parts the validity of each, by its name
   * @param noun what one part is, {@code fork}
   */
  public static ValiditySummary of(Map<String, Validity> parts, String noun) {
    Map<Verdict, Map<String, List<Reason>>> byVerdict = new LinkedHashMap<>();
    for (Verdict verdict : List.of(Verdict.INVALID, Verdict.SUSPECT, Verdict.VALID)) {
      byVerdict.put(verdict, new LinkedHashMap<>());
    }
    parts.forEach((part, validity) ->
        byVerdict
            .getOrDefault(validity.verdict(), new LinkedHashMap<>())
            .put(part, validity.reasonCodes()));
    Map<Verdict, Integer> counts = new LinkedHashMap<>();
    List<Line> lines = new ArrayList<>();
    byVerdict.forEach((verdict, reasons) -> {
      if (!reasons.isEmpty()) {
        counts.put(verdict, reasons.size());
      }
      ReasonGroup.of(reasons, parts.size(), noun)
          .forEach(group -> lines.add(new Line(verdict, group)));
    });
    return new ValiditySummary(noun, counts, lines);
  }

  /** How many parts have a verdict. */
  public int count(Verdict verdict) {
    return counts.getOrDefault(verdict, 0);
  }

  /** How many parts there are. */
  public int parts() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The counts in a line: {@code 18 of 24 forks; 4 suspect, 2 invalid}. */
  public String headline() {
    List<String> others = new ArrayList<>();
    if (count(Verdict.SUSPECT) > 0) {
      others.add(count(Verdict.SUSPECT) + " suspect");
    }
    if (count(Verdict.INVALID) > 0) {
      others.add(count(Verdict.INVALID) + " invalid");
    }
    return count(Verdict.VALID)
        + " of "
        + parts()
        + " "
        + noun
        + (parts() == 1 ? "" : "s")
        + (others.isEmpty() ? "" : "; " + String.join(", ", others));
  }
}
