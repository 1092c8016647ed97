package dev.foliot.report.page;

import dev.foliot.store.Validity;
import dev.foliot.store.ValiditySummary;
import dev.foliot.store.Verdict;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** How many forks of a run are valid, in one line, and what limits the others. Stateless. */
public final class Trusts {
  private static final int MOST_REASONS = 40;

  private Trusts() {}

  /**
   * Of a run with forks.
   *
   * @param about which run, with a colon; empty where there is one
   * @param forks the validity of each, by its name
   * @param whole that of the run
   */
  public static Block.Trust of(String about, Map<String, Validity> forks, Validity whole) {
    ValiditySummary summary = ValiditySummary.of(forks, "fork");
    List<Block.Reasons> groups = new ArrayList<>();
    add(groups, "INVALID: no figure uses these forks", lines(summary, Verdict.INVALID));
    add(groups, "SUSPECT: the figures use these forks", lines(summary, Verdict.SUSPECT));
    add(groups, "VALID, with a note", lines(summary, Verdict.VALID));
    add(groups, "The whole run", ofWhole(whole, forks));
    String css =
        forks.isEmpty() || summary.count(Verdict.VALID) + summary.count(Verdict.SUSPECT) == 0
            ? Verdict.INVALID.toString()
            : summary.count(Verdict.VALID) == summary.parts()
                ? whole.verdict().toString()
                : Verdict.SUSPECT.toString();
    return new Block.Trust(
        css.toLowerCase(Locale.ROOT),
        about + "valid " + summary.headline() + only(groups),
        List.copyOf(groups));
  }

  /**
   * Of something without forks.
   *
   * @param about what it is, with a colon; empty where that is plain
   */
  public static Block.Trust of(String about, Validity validity) {
    List<Block.Reasons> groups = new ArrayList<>();
    String word = validity.verdict().toString();
    add(
        groups,
        "Reasons",
        validity.reasons().stream().limit(MOST_REASONS).map(Foreign::sentence).toList());
    return new Block.Trust(word.toLowerCase(Locale.ROOT), about + word + only(groups), groups);
  }

  private static void add(List<Block.Reasons> groups, String title, List<String> reasons) {
    if (!reasons.isEmpty()) {
      groups.add(new Block.Reasons(title, reasons));
    }
  }

  /** The first reason, and how many more there are to open. */
  private static String only(List<Block.Reasons> groups) {
    int reasons = groups.stream().mapToInt(group -> group.reasons().size()).sum();
    return groups.isEmpty()
        ? ""
        : ": "
            + groups.getFirst().reasons().getFirst()
            + (reasons == 1 ? "" : "; " + Units.count(reasons - 1, "more reason"));
  }

  private static List<String> lines(ValiditySummary summary, Verdict verdict) {
    return summary.lines().stream()
        .filter(line -> line.verdict() == verdict)
        .limit(MOST_REASONS)
        .map(line -> Foreign.sentence(line.text()))
        .toList();
  }

  /** What holds for no fork alone. */
  private static List<String> ofWhole(Validity whole, Map<String, Validity> forks) {
    Set<Reason> known = new HashSet<>();
    forks.values().forEach(validity -> known.addAll(validity.reasonCodes()));
    return whole.reasonCodes().stream()
        .filter(reason -> !(reason instanceof Reason.In) && !known.contains(reason))
        .map(reason -> Foreign.sentence(reason.text()))
        .distinct()
        .limit(MOST_REASONS)
        .toList();
  }
}
