package dev.foliot.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reasons of one kind that hold for several parts of a whole, as one.
 *
 * @param parts those that it holds for, {@code fork 3}; not empty
 * @param of how many parts the whole has
 * @param noun what one part is, {@code fork}
 * @param reasons of one kind; not empty
 */
public record ReasonGroup(List<String> parts, int of, String noun, List<Reason> reasons) {
  /** More names than these make a line unreadable. */
  private static final int MOST_NAMES = 3;

  /** Keeps copies. */
  public ReasonGroup {
    parts = List.copyOf(parts);
    reasons = List.copyOf(reasons);
    if (parts.isEmpty() || reasons.isEmpty()) {
      throw new IllegalArgumentException("no parts or no reasons");
    }
  }

  /**
   * Groups the reasons of several parts, the most frequent first.
   *
   * @param parts the reasons of each, by its name; those of parts without a reason are empty
   * @param of how many parts the whole has
   * @param noun what one part is, {@code fork}
   */
  public static List<ReasonGroup> of(
      Map<String, ? extends List<? extends Reason>> parts, int of, String noun) {
    Map<String, Map<String, List<Reason>>> groups = new LinkedHashMap<>();
    parts.forEach((part, reasons) -> {
      for (Reason reason : reasons) {
        groups
            .computeIfAbsent(reason.code() + " " + reason.headline(), key -> new LinkedHashMap<>())
            .computeIfAbsent(part, key -> new ArrayList<>())
            .add(reason);
      }
    });
    return groups.values().stream()
        .map(group ->
            new ReasonGroup(
                List.copyOf(group.keySet()),
                of,
                noun,
                group.values().stream().flatMap(Collection::stream).toList()))
        .sorted(Comparator.comparingInt(group -> -group.parts().size()))
        .toList();
  }

  /** The code that all have. */
  public String code() {
    return reasons.get(0).code();
  }

  /**
   * One line: {@code the load generator was CPU starved in 5 of 5 forks (19 to 58 % of the time):
   * the machine is busy}. A reason of a single part is whole, with the part named before it.
   */
  public String text() {
    Reason first = reasons.get(0);
    if (reasons.size() == 1) {
      return of == 1 ? first.text() : parts.get(0) + ": " + first.text();
    }
    StringBuilder line = new StringBuilder(first.headline());
    if (of > 1) {
      line.append(" in ").append(parts.size()).append(" of ").append(of).append(' ').append(noun);
      line.append('s');
    }
    List<String> details = new ArrayList<>();
    if (parts.size() <= MOST_NAMES && parts.size() < of) {
      details.add(String.join(", ", parts));
    }
    range().ifPresent(details::add);
    if (!details.isEmpty()) {
      line.append(" (").append(String.join("; ", details)).append(')');
    }
    if (!first.advice().isEmpty()) {
      line.append(": ").append(first.advice());
    }
    return line.toString();
  }

  private Optional<String> range() {
    List<Extent> extents =
        reasons.stream()
            .flatMap(reason -> reason.extent().stream())
            .sorted(Comparator.comparingDouble(Extent::value))
            .toList();
    return extents.isEmpty()
        ? Optional.empty()
        : Optional.of(extents.get(0).to(extents.get(extents.size() - 1)));
  }
}
